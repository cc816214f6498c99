import { describe, expect, test } from "vitest";
import { addedTo } from "../../../src/live/idp/kinds/kind.ts";
import { VERSIONS } from "../../support/live/tapes.ts";
import { idp, repository } from "./repository.ts";
import { applied, freshRealm, wantedOf } from "./scene.ts";

const flat = (text: string) => text.replace(/\s+/g, " ");
const stand = (version: (typeof VERSIONS)[number]) => {
  const server = freshRealm({ version });
  server.addClient(server.realms.get("engineering"), { clientId: "plm" });
  return server;
};

describe("[F13] what a write adds is read back, too", () => {
  test.each(VERSIONS)(
    "a realm that is put gets five attributes on %s: each is reported, as the server's habit",
    async (version) => {
      const server = stand(version);
      const { added, done } = await applied(server);
      expect(added).toEqual(
        [
          ["clientSessionIdleTimeout", "0"],
          ["clientSessionMaxLifespan", "0"],
          ["clientOfflineSessionIdleTimeout", "0"],
          ["clientOfflineSessionMaxLifespan", "0"],
          [version === "26.7.3" ? "scimApiEnabled" : "organizationsEnabled", "false"],
        ].map(([name, value]) => ({ resource: "realm", id: "engineering", field: `attributes.${name}`, value, usual: true })),
      );
      expect(done.every(({ outcome }) => outcome === "stored")).toBe(true);
      // the second time they are there
      Object.assign(server.realms.get("engineering").settings, { sslRequired: "none" });
      expect((await applied(server)).added).toEqual([]);
    },
  );

  test.each([
    ["realm", "realm engineering displayName", (stored: object) => Object.assign(stored, { displayName: "Engineering" })],
    [
      "client",
      "client plm attributes.acr.loa.map",
      (stored: { attributes: object }) => Object.assign(stored.attributes, { "acr.loa.map": "{}" }),
    ],
    ["client", "client plm baseUrl", (stored: object) => Object.assign(stored, { baseUrl: "https://elsewhere.example.com" })],
  ])("a field that has come to a %s, and that nobody sent, is reported and is no failure: %s", async (kind, what, change) => {
    const server = stand("26.7.3");
    server.habits = { lies: (written, stored) => void (written === kind && change(stored)) };
    const { added, done } = await applied(server);
    expect(added.filter(({ usual }) => !usual).map(({ resource, id, field }) => `${resource} ${id} ${field}`)).toEqual([what]);
    expect(done.every(({ outcome }) => outcome === "stored")).toBe(true);
  });

  test("by the command: in words, in JSON, and exit 0; a value that sounds like a secret is not shown", async () => {
    const folder = repository();
    const lies = (kind: string, stored: { attributes: object }) =>
      kind === "client" && Object.assign(stored.attributes, { "acr.loa.map": "{}", "saml.signing.secret": "canary" });
    for (const format of ["text", "json"]) {
      const server = stand("26.7.3");
      await idp(folder, server, ["plan", "demo", "--out", "p.json"]);
      server.habits = { lies };
      const { code, out } = await idp(folder, server, ["apply", "p.json", "--format", format]);
      expect([code, out.includes("canary")]).toEqual([0, false]);
      if (format === "json") expect(JSON.parse(out).added).toHaveLength(7);
      else {
        expect(flat(out)).toContain("as it does whenever a realm is written");
        expect(flat(out)).toContain(
          "+ client plm: attributes.acr.loa.map = {}, attributes.saml.signing.secret have come with the write, and nobody sent them",
        );
      }
    }
  });

  test("a neighbour stays silent: a new thing has come as a whole, and what was there or is managed is not added", async () => {
    expect((await applied(freshRealm(), wantedOf())).added.filter(({ resource }) => resource !== "realm")).toEqual([]);
    const before = { name: "a", attributes: { one: "1" }, list: [] };
    expect(addedTo(before, before, [])).toEqual([]);
    expect(addedTo(before, { ...before, enabled: true, gone: null, secret: "x" }, ["enabled"])).toEqual([]);
    expect(addedTo(before, { ...before, attributes: { one: "2", two: "2" }, more: { deep: 1 } }, [])).toEqual([
      { field: "attributes.two", value: "2" },
      { field: "more.deep", value: 1 },
    ]);
  });
});
