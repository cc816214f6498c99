import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { documentDigest } from "../../../src/live/idp/fingerprint.ts";
import { HttpFault } from "../../../src/platform/http.ts";
import { edit, writeFiles } from "../../support/repository.ts";
import { ENV, idp, REALM_SSO, repository, SSO_FILE } from "./repository.ts";
import { freshRealm, newServer } from "./scene.ts";

const flat = (text: string) => text.replace(/\s+/g, " ");

describe("[F6] idp plan and idp apply", () => {
  test("a fresh realm: plan, apply, and the next plan is empty", async () => {
    const folder = repository();
    const server = freshRealm({ hostname: "https://idp.example.com:8443" });
    const planned = await idp(folder, server, ["plan", "demo", "--out", "realm.plan.json"]);
    expect(planned).toMatchObject({ code: 0, err: "" });
    expect(planned.out).toContain("~ realm engineering\n    ~ enabled: false → true\n");
    expect(planned.out).toContain("~ user profile, attribute username\n    ~ validations.length.min: 3 → 2\n");
    expect(planned.out).toContain("+ group Systems.Engineering\n+ user jdoe\n+ user ab\n");
    expect(planned.out).toContain("    + secret: (a secret)\n");
    const saved = readFileSync(join(folder, "realm.plan.json"), "utf8");
    expect(JSON.parse(saved)).toMatchObject({
      schema: "tierwright/idp-plan/v1",
      environment: "demo",
      realm: "engineering",
      against: { issuer: "https://idp.example.com:8443/realms/engineering" },
    });
    const applied = await idp(folder, server, ["apply", "realm.plan.json", "--format", "json"]);
    expect(applied.code).toBe(0);
    // a line for each thing as it is done, beside the one document
    expect(applied.err).toBe(
      [
        "1 of 9 ✓ realm engineering",
        ...["username", "email", "firstName", "lastName"].map((name, i) => `${i + 2} of 9 ✓ user profile, attribute ${name}`),
        "6 of 9 ✓ client plm",
        "7 of 9 ✓ group Systems.Engineering",
        "8 of 9 ✓ user jdoe",
        "9 of 9 ✓ user ab",
        "",
      ].join("\n"),
    );
    expect(JSON.parse(applied.out)).toMatchObject({
      schema: "tierwright/idp-apply/v1",
      summary: { differs: 0, failed: 0, notDone: 0 },
      notDone: [],
    });
    const again = await idp(folder, server, ["plan", "demo", "--detailed-exitcode"]);
    expect(again.code).toBe(0);
    expect(again.out).toContain("demo: nothing would change");
  });

  test("--format json prints what --out saves, and markdown the same for a page", async () => {
    const folder = repository();
    const server = freshRealm();
    const { out, code } = await idp(folder, server, [
      "plan",
      "demo",
      "--out",
      "p.json",
      "--format",
      "json",
      "--detailed-exitcode",
    ]);
    expect([code, out]).toEqual([10, readFileSync(join(folder, "p.json"), "utf8")]);
    const page = await idp(folder, server, ["plan", "demo", "--format", "markdown"]);
    expect(page.out).toContain("### Realm `engineering`: 24 changes to 9 things");
    expect(page.out).toContain("|  |  | `validations.length.min` | `3 → 2` |");
  });

  test("a realm that is not there yet is made", async () => {
    const folder = repository();
    const server = newServer();
    const { out } = await idp(folder, server, ["plan", "demo", "--out", "p.json"]);
    expect(out).toContain("there is no realm engineering yet: it would be made");
    expect((await idp(folder, server, ["apply", "p.json"])).code).toBe(0);
    expect((await idp(folder, server, ["plan", "demo"])).out).toContain("nothing would change");
  });

  test("a realm that calls itself otherwise is told", async () => {
    const server = freshRealm({ hostname: "http://10.0.0.9:8080" });
    expect(flat((await idp(repository(), server, ["plan", "demo"])).out)).toContain(
      "the realm calls itself http://10.0.0.9:8080/realms/engineering, and https://idp.example.com:8443/realms/engineering is expected",
    );
  });
});

describe("[F6] what idp apply refuses, and writes nothing", () => {
  async function refused(
    change: (folder: string, server: ReturnType<typeof freshRealm>) => void,
    env: Readonly<Record<string, string>> = ENV,
  ) {
    const folder = repository();
    const server = freshRealm();
    await idp(folder, server, ["plan", "demo", "--out", "p.json"]);
    const at = server.requests.length;
    change(folder, server);
    const result = await idp(folder, server, ["apply", "p.json"], env);
    const writes = server.requests.slice(at).filter(({ method, path }) => method !== "GET" && path.startsWith("/admin"));
    expect(writes).toEqual([]);
    return { code: result.code, err: flat(result.err) };
  }

  test.each([
    [
      "a setting",
      (realm: never) => Object.assign((realm as { settings: object }).settings, { sslRequired: "none" }),
      ": realm engineering (sslRequired external → none);",
    ],
    [
      "a group of others",
      (realm: never) => (realm as { groups: object[] }).groups.push({ id: "g1", name: "Others" }),
      ": group Others (new);",
    ],
    [
      "an attribute of the profile",
      (realm: never) => (realm as { profile: { attributes: object[] } }).profile.attributes.push({ name: "site" }),
      ": user profile (the order of its attributes username, email, firstName, lastName → username, email, firstName, lastName, site) and user profile, attribute site (new);",
    ],
    [
      "a user that is wanted",
      (realm: never) => (realm as { users: object[] }).users.push({ id: "u1", username: "ab" }),
      ": user ab (new);",
    ],
  ] as const)("a realm in which somebody changed %s", async (_name, change, names) => {
    const { code, err } = await refused((_folder, server) => void change(server.realms.get("engineering") as never));
    expect(code).toBe(1);
    expect(err).toContain("the realm engineering has moved since the plan was made");
    expect(err).toContain(names);
    expect(err).toContain("nothing was written");
  });

  test("a server that is another one now", async () => {
    const { code, err } = await refused((_folder, server) => {
      server.habits = { hostname: "https://other.example.com" };
    });
    expect(code).toBe(2);
    expect(err).toContain("and what answers is https://other.example.com/realms/engineering; nothing was written");
  });

  test("an sso.yaml that says something else now", async () => {
    const { code, err } = await refused((folder) =>
      edit(folder, SSO_FILE, "[Systems.Engineering]", "[Systems.Engineering, More]"),
    );
    expect([code, err.includes("sso.yaml of demo has changed since the plan was made: group More; nothing was written")]).toEqual(
      [1, true],
    );
  });

  test.each([
    ["another realm", { realm: "other" }, 1, "the plan is for realm other, and demo has engineering now; nothing was written"],
    ["another environment", { environment: "../../etc" }, 2, "there is no environment '../../etc'"],
    ["a name with a NUL", { environment: "demo\0" }, 2, "/environment holds a control character"],
    ["a realm of a million characters", { realm: "x".repeat(1_000_000) }, 1, "nothing was written"],
  ] as const)("a plan made by hand for %s, its sum counted anew", async (_name, forged, code, says) => {
    const ended = await refused((folder) => {
      const path = join(folder, "p.json");
      const { digest, ...plan } = JSON.parse(readFileSync(path, "utf8"));
      const told = { ...plan, ...forged };
      writeFileSync(path, JSON.stringify({ ...told, digest: documentDigest(told) }));
    });
    expect([ended.code, ended.err.includes(says)]).toEqual([code, true]);
    expect(ended.err.length).toBeLessThan(1_000);
  });

  test("a plan that was changed by hand, its sum counted anew or not", async () => {
    const hand = (folder: string, what: (plan: Record<string, unknown>) => void) => {
      const path = join(folder, "p.json");
      const plan = JSON.parse(readFileSync(path, "utf8"));
      what(plan);
      writeFileSync(path, JSON.stringify(plan));
    };
    const first = await refused((folder) => hand(folder, (plan) => (plan.changes as unknown[]).pop()));
    expect([first.code, first.err.includes("p.json was changed after it was saved; nothing was written")]).toEqual([1, true]);
    const second = await refused((folder) =>
      hand(folder, (plan) => {
        (plan.changes as unknown[]).pop();
        const { digest, ...told } = plan;
        plan.digest = documentDigest(told);
      }),
    );
    expect([
      second.code,
      second.err.includes("what has to change is not what was planned: user ab; nothing was written"),
    ]).toEqual([1, true]);
  });

  test("a secret that cannot be looked up any more", async () => {
    const { code, err } = await refused(() => undefined, { IDP_PASSWORD: ENV.IDP_PASSWORD });
    expect(code).toBe(2);
    expect(err).toContain(
      "the secret of client plm cannot be looked up: environment variable TCSSO_CLIENT_SECRET is not set; nothing was written",
    );
  });

  test.each([
    ["no plan", "hello", "is no plan of a realm"],
    ["another document", '{"schema":"tierwright/plan/v1"}', "is no plan of a realm"],
  ])("%s", async (_name, text, says) => {
    const { code, err } = await refused((folder) => writeFiles(folder, { "p.json": text }));
    expect([code, err.includes(says)]).toEqual([2, true]);
  });
});

describe("[E7] names that no realm stores as they are never get there", () => {
  test.each([
    [
      "a group with a carriage return",
      { [SSO_FILE]: REALM_SSO.replace("[Systems.Engineering]", '["Systems.Engineering\\r"]') },
      "idp/group-name",
    ],
    ["an id in capitals", { "environments/demo/users.csv": "id\nJDoe\n" }, "idp/uppercase-id"],
  ])("%s", async (_name, files, rule) => {
    const server = freshRealm();
    const { code, out } = await idp(repository(files), server, ["plan", "demo", "--out", "p.json"]);
    expect([code, out.includes(rule)]).toEqual([1, true]);
    expect(server.requests).toEqual([]);
  });

  test("with aliasing an id in capitals becomes the username that the server would make of it", async () => {
    const files = { [SSO_FILE]: `${REALM_SSO}gateway: { aliasing: true }\n`, "environments/demo/users.csv": "id\nJDoe\n" };
    const { code, out } = await idp(repository(files), freshRealm(), ["plan", "demo"]);
    expect([code, out.includes("+ user jdoe\n")]).toEqual([0, true]);
  });
});

describe("[E7] idp users with --profile asks the live realm", () => {
  const withUsers = (...names: readonly string[]) => {
    const server = freshRealm();
    server.realms.get("engineering").users = names.map((username, i) => ({ id: `u${i}`, username, enabled: true }));
    return server;
  };

  test("1 when an id has no username with the same bytes, with the live bounds", async () => {
    const { code, out } = await idp(repository(), withUsers("jdoe", "other"), ["users", "demo", "--format", "json"]);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      export: { file: "https://idp.example.com:8443/realms/engineering", form: "live realm", count: 2 },
      limits: { min: 3, max: 255, from: "realm" },
      summary: { equal: 1, impossible: 1, others: 1 },
    });
  });

  test("0 when every id has one; nothing is written", async () => {
    const server = withUsers("jdoe", "ab");
    const { code, out } = await idp(repository(), server, ["users", "demo"]);
    expect(code).toBe(0);
    expect(flat(out)).toContain(
      "byte by byte against 2 usernames of https://idp.example.com:8443/realms/engineering (live realm)",
    );
    expect(flat(out)).toContain("sso.yaml says 2 to 255: the realm was not changed yet, or was changed by hand");
    expect(server.requests.every(({ method, path }) => method === "GET" || path.endsWith("/token"))).toBe(true);
  });

  test("a realm that is not there, and two sources at once", async () => {
    const none = await idp(repository(), newServer(), ["users", "demo"]);
    expect([none.code, flat(none.err).includes("there is no realm engineering, and so no user of it")]).toEqual([1, true]);
    const two = await idp(repository(), newServer(), ["users", "demo", "--export", "x.json"]);
    expect([two.code, two.err.includes("--export and --profile")]).toEqual([2, true]);
  });
});

describe("[F6] the way there", () => {
  test.each<readonly [kind: HttpFault["kind"], help: string]>([
    ["too-large", "look at what answers there, for example with curl -v"],
    ["truncated", "look at what answers there, for example with curl -v"],
    ["no-tls", "is it the port of plain http? idp.base has to name the one of https"],
    ["invalid", "renew the certificate on the server"],
    ["proxy", "HTTPS_PROXY, HTTP_PROXY and NO_PROXY name the proxies"],
  ])("what to do is said of every fault: %s", async (kind, help) => {
    const exchange = ({ url }: { url: string }) => Promise.reject(new HttpFault(kind, url, "it is so"));
    const { err } = await idp(repository(), exchange, ["plan", "demo"]);
    expect(flat(err)).toContain("it is so; nothing was changed");
    expect(flat(err)).toContain(help);
  });

  test("a password or a secret that is not set is told by what names it", async () => {
    const none = await idp(repository(), freshRealm(), ["plan", "demo"], {});
    expect(none.code).toBe(2);
    expect(flat(none.err)).toMatch(
      /environment variable IDP_PASSWORD is not set set what idp\.password of \S+profile\.yaml names, or name another place there/,
    );
    // a new client's is needed when it is made, which the plan says beforehand
    const planned = await idp(repository(), freshRealm(), ["plan", "demo"], { IDP_PASSWORD: ENV.IDP_PASSWORD });
    expect(planned.code).toBe(0);
    expect(flat(planned.out)).toContain(
      "the secret of client plm was not compared: environment variable TCSSO_CLIENT_SECRET is not set; idp apply needs it",
    );
  });

  test("3 when nobody answers; nothing is saved", async () => {
    const exchange = ({ url }: { url: string }) => Promise.reject(new HttpFault("refused", url, "nobody listens there"));
    const { code, err } = await idp(repository(), exchange, ["plan", "demo"]);
    expect(code).toBe(3);
    expect(flat(err)).toContain("nobody listens there; nothing was changed");
    expect(flat(err)).toContain("is the identity provider up, and is the port that of idp.base?");
  });

  test("1 for a server that is too busy for longer than is waited, with what to do", async () => {
    const { code, err } = await idp(repository(), freshRealm({ busy: { times: 1, retryAfter: "90" } }), ["plan", "demo"]);
    expect([code, flat(err)]).toEqual([
      1,
      expect.stringContaining("answers 429 with nothing; nothing was changed the server has too much"),
    ]);
  });

  test("white space at the end of a name is seen in a plan and in what was carried out", async () => {
    const [folder, server] = [repository(), freshRealm()];
    server.realms.get("engineering").groups.push({ id: "11111111-1111-1111-1111-111111111111", name: "systems.engineering " });
    const planned = await idp(folder, server, ["plan", "demo", "--out", "p.json"]);
    expect(planned.out).toContain("\n- group 'systems.engineering ' (with --prune alone)\n");
    const applied = await idp(folder, server, ["apply", "p.json"]);
    expect(applied.out).toContain("\n- group 'systems.engineering ' name: not done, nothing is removed without");
  });

  test("1 for a credential that is refused, after one try", async () => {
    const server = freshRealm();
    const { code, err } = await idp(repository(), server, ["plan", "demo"], { ...ENV, IDP_PASSWORD: "wrong-canary" });
    expect([code, server.requests.length]).toEqual([1, 1]);
    expect(flat(err)).toContain("refused the administrator's sign-in (400");
    expect(err).not.toContain("wrong-canary");
  });

  test.each([
    ["plain http", "base: http://idp.example.com:8080", "the administrator's password would go over the network"],
    ["no address", "base: idp.example.com", "idp.base is not an address that can be asked"],
  ])("2 for %s, before anything is asked", async (_name, base, says) => {
    const server = freshRealm();
    const files = { [SSO_FILE]: REALM_SSO.replace("base: https://idp.example.com:8443", base) };
    const { code, err } = await idp(repository(files), server, ["plan", "demo"]);
    expect([code, flat(err).includes(says), server.requests.length]).toEqual([2, true, 0]);
  });
});

test("[D1][F6] no secret is in any byte that is printed, saved or answered, whatever the server sends back", async () => {
  const folder = repository();
  const printed: string[] = [];
  const server = freshRealm({
    // a server that tells everything that it knows, in every place where it may
    lies: (kind, stored) => kind === "client" && Object.assign(stored, { name: `PLM ${stored.secret}` }),
  });
  const run = async (words: readonly string[]) => {
    const { out, err } = await idp(folder, server, words);
    printed.push(out, err);
  };
  for (const form of ["text", "json", "markdown"]) await run(["plan", "demo", "--format", form, "--out", `${form}.json`]);
  server.habits = {
    ...server.habits,
    instead: ({ method, url, headers }) =>
      method === "POST" && url.endsWith("/groups")
        ? {
            status: 400,
            headers: {},
            body: JSON.stringify({
              errorMessage: `no ${headers?.authorization} ${ENV.IDP_PASSWORD} ${Buffer.from(ENV.IDP_PASSWORD).toString("base64")}`,
            }),
          }
        : null,
  };
  await run(["apply", "text.json"]);
  await run(["apply", "text.json", "--format", "json"]);
  for (const form of ["text", "json", "markdown"]) await run(["plan", "demo", "--format", form, "--out", `again-${form}.json`]);
  await run(["users", "demo"]);
  const files = ["text", "again-text", "again-json"].map((name) => readFileSync(join(folder, `${name}.json`), "utf8"));
  const all = [...printed, ...files].join("\n");
  expect(all).toContain("(value not shown)");
  expect(all).not.toMatch(/canary|access-[0-9a-f]{8}-|refresh-[0-9a-f]{8}-/);
  expect(all).not.toContain(Buffer.from(ENV.IDP_PASSWORD).toString("base64").slice(0, 30));
});
