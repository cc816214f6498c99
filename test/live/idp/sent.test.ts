import { describe, expect, test } from "vitest";
import { sendable } from "../../../src/live/idp/sent.ts";
import { refuseWhatIsNeverSent } from "../../support/live/never-sent.ts";
import { ENV, idp, repository } from "./repository.ts";
import { adminOf, applied, freshRealm, planOf, wantedOf } from "./scene.ts";

const flat = (text: string) => text.replace(/\s+/g, " ");
const MASK = "**********";

describe("[F13] neither a client's list of mappers nor a secret of asterisks is sent by accident", () => {
  const standing = () => {
    const server = freshRealm();
    const realm = server.realms.get("engineering");
    Object.assign(realm.settings, { smtpServer: { host: "mail.example.com", user: "u", password: MASK } });
    server.addClient(realm, { clientId: "plm", protocolMappers: [{ name: "site", config: { "claim.name": "site" } }] });
    server.addClient(realm, { clientId: "wiki", secret: MASK, attributes: { "jwt.credential.secret": MASK } });
    return { server, realm };
  };

  test("a realm with a mail server, clients with mappers and hidden secrets: all of it is as it was", async () => {
    const { server, realm } = standing();
    // in-process.ts refuses either in every write of every test
    const { done } = await applied(server, wantedOf(), true);
    expect(done.filter(({ outcome }) => outcome !== "stored")).toEqual([]);
    expect(server.requests.filter(({ method }) => method === "PUT").length).toBeGreaterThan(2);
    expect(realm.settings.smtpServer).toEqual({ host: "mail.example.com", user: "u", password: MASK });
    expect(realm.clients.find((one: { clientId: string }) => one.clientId === "plm").protocolMappers[0].name).toBe("site");
    expect((await planOf(server)).plan.changes).toEqual([]);
  });

  test("a mapper that others made and the write lost is still noticed", async () => {
    const { server } = standing();
    server.habits = { lies: (kind, stored) => kind === "client" && Object.assign(stored, { protocolMappers: [] }) };
    const { done } = await applied(server);
    expect(done.filter(({ outcome }) => outcome === "differs").map(({ field }) => field)).toContain("protocolMappers");
  });

  test("what every write of the admin API goes through", async () => {
    const body = { name: "a", secret: MASK, protocolMappers: [{ name: "m" }], attributes: { one: MASK, two: "2" } };
    expect(sendable("PUT", ["clients", "id"], body)).toEqual({ name: "a", attributes: { two: "2" } });
    expect(sendable("POST", ["clients"], body)).toEqual({ ...body, secret: undefined, attributes: { two: "2" } });
    expect(sendable("PUT", [], { smtpServer: { host: "h", password: MASK }, enabled: true })).toEqual({ enabled: true });
    expect(sendable("PUT", [], { identityProviders: [{ config: { clientSecret: MASK } }] })).toEqual({});
    const server = freshRealm();
    const { id } = server.addClient(server.realms.get("engineering"), { clientId: "plm" });
    await adminOf(server).send("PUT", ["clients", id], { ...body, id });
    expect(JSON.parse(server.requests.at(-1)?.body ?? "")).toEqual({ id, name: "a", attributes: { two: "2" } });
  });

  test("neighbours are sent as they are: other asterisks, a mapper itself, a user profile", () => {
    const bodies = [
      [["clients", "id"], { name: "*".repeat(9), redirectUris: ["https://plm.example.com/*"] }],
      [["clients", "id", "protocol-mappers", "models", "m"], { name: "m", config: { "claim.name": MASK } }],
      [["users", "profile"], { attributes: [{ name: "username", validations: { pattern: { pattern: MASK } } }] }],
    ] as const;
    for (const [parts, body] of bodies) expect(sendable("PUT", parts, body)).toEqual(body);
  });

  test("the guard of the test scenes refuses both, and nothing else", () => {
    const put = (path: string, body: object) => () =>
      refuseWhatIsNeverSent({ method: "PUT", url: `https://x/admin/realms/r${path}`, body: JSON.stringify(body) });
    expect(put("/clients/1", { protocolMappers: [] })).toThrow("sends protocolMappers");
    expect(put("", { smtpServer: { password: MASK } })).toThrow("a secret of asterisks");
    expect(put("/clients/1", { name: "*" })).not.toThrow();
    expect(put("/clients/1/protocol-mappers/models/2", { protocolMapper: "x" })).not.toThrow();
  });
});

test("[F13] a secret that is looked up as ten asterisks is none: it was copied from where it is hidden", async () => {
  const [folder, server] = [repository(), freshRealm()];
  await idp(folder, server, ["plan", "demo", "--out", "p.json"]);
  const { code, err } = await idp(folder, server, ["apply", "p.json"], { ...ENV, TCSSO_CLIENT_SECRET: MASK });
  expect([code, flat(err).includes("TCSSO_CLIENT_SECRET holds a placeholder; nothing was written")]).toEqual([2, true]);
});
