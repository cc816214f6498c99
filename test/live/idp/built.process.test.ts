import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { built, type Ran } from "../../support/built.ts";
import { type ServerCertificate, selfSigned } from "../../support/certificate.ts";
import { closes } from "../../support/live/broken.ts";
import { type LocalServer, type Raw, serveLocally } from "../../support/live/live.ts";
import type { Habits, RealmServer } from "../../support/live/realm.ts";
import { liveRealm } from "../../support/live/realm-live.ts";
import { ENV, repository } from "./repository.ts";
import { freshRealm } from "./scene.ts";

/* The built command against a re-made server of the Keycloak family, over TLS with a certificate of its own: as a user types it. */

const ORIGIN = "https://idp.example.com:8443";
const HOSTNAME: Habits = { hostname: ORIGIN };

let tls: ServerCertificate;
let open: LocalServer[] = [];

beforeAll(() => {
  tls = selfSigned("idp.example.com");
});
afterAll(() => Promise.all(open.map((server) => server.close())));

interface Scene {
  readonly server: RealmServer;
  readonly folder: string;
  /** `idp WORDS` of it; null: without --ca. */
  run(words: readonly string[], ca?: null): Promise<Ran>;
  /** What answers in the server's place from now on. */
  instead(raw: ((method: string, path: string) => Raw | undefined) | null): void;
  /** Requests that changed something since the last time that this was asked. */
  writes(): readonly string[];
}

async function scene(habits: Habits = HOSTNAME): Promise<Scene> {
  const server = freshRealm(habits);
  const folder = repository({ "ca.pem": tls.cert });
  let replaced: ((method: string, path: string) => Raw | undefined) | null = null;
  const instead = ({ method = "", url = "" }) => replaced?.(method, url);
  const local = await serveLocally(liveRealm(server), { tls, origin: ORIGIN, instead });
  open = [...open, local];
  let seen = 0;
  return {
    server,
    folder,
    run: async (words, ca) => {
      const where = ["--profile", "./profile.yaml", "--connect", `idp.example.com:8443:127.0.0.1:${local.port}`];
      const ran = await built(["idp", ...words, ...where, ...(ca === null ? [] : ["--ca", "ca.pem"])], folder, ENV);
      expect(ran.out + ran.err).not.toMatch(/canary|access-[0-9a-f]{8}-|refresh-[0-9a-f]{8}-/);
      expect(ran.err).not.toMatch(/\n\s+at |undefined|\[object|Warning/);
      return ran;
    },
    instead: (raw) => {
      replaced = raw;
    },
    writes: () => {
      const since = server.requests.slice(seen).filter(({ method, path }) => method !== "GET" && path.startsWith("/admin"));
      seen = server.requests.length;
      return since.map(({ method, path, status }) => `${method} ${path} ${status}`);
    },
  };
}

const flat = (text: string): string => text.replace(/\s+/g, " ");
const PLAN = ["plan", "demo", "--out", "p.json", "--detailed-exitcode"];
const APPLY = ["apply", "p.json"];

describe("[F6] the built command plans and applies over TLS", () => {
  test("a plan is saved and changes nothing; it is applied and read back; the next plan is empty, and applying that does nothing", async () => {
    const { run, server, folder, writes } = await scene();
    const planned = await run(PLAN);
    expect([planned.code, planned.err, writes()]).toEqual([10, "", []]);
    expect(planned.out).toContain("~ user profile, attribute username\n    ~ validations.length.min: 3 → 2\n");
    expect(planned.out).toContain("+ group Systems.Engineering\n+ user jdoe\n+ user ab\n");
    const saved = readFileSync(join(folder, "p.json"), "utf8");
    expect(JSON.parse(saved)).toMatchObject({
      schema: "tierwright/idp-plan/v1",
      against: { issuer: `${ORIGIN}/realms/engineering` },
    });
    expect(saved).not.toContain("canary");

    const applied = await run(APPLY);
    expect([applied.code, applied.err]).toEqual([
      0,
      expect.stringMatching(/^1 of 9 ✓ .*\n(?:\d of 9 ✓ .*\n){7}9 of 9 ✓ user ab\n$/),
    ]);
    expect(applied.out).toMatch(/demo, realm engineering: \d+ fields stored and read back\n$/);
    const written = writes();
    expect(written.length).toBeGreaterThan(4);
    for (const one of written) expect(one).toMatch(/ 20[014]$/);
    // what was made is asked for by the id that it was given
    const made = server.requests.flatMap(({ method, path }, i) =>
      method === "POST" && /\/(?:users|groups)$/.test(path) ? [i] : [],
    );
    expect(made).toHaveLength(3);
    for (const i of made)
      expect(server.requests[i + 1]).toMatchObject({ method: "GET", path: expect.stringMatching(/\/[0-9a-f-]{36}$/) });
    const { users, groups, clients, profile } = server.realms.get("engineering");
    expect(users.map((one: { username: string }) => one.username)).toEqual(["jdoe", "ab"]);
    expect(groups.map((one: { name: string }) => one.name)).toEqual(["Systems.Engineering"]);
    expect(clients.at(-1)).toMatchObject({ clientId: "plm", secret: ENV.TCSSO_CLIENT_SECRET });
    expect(profile.attributes[0].validations.length).toEqual({ min: 2, max: 255 });

    // the same plan again is refused: the realm is not as it was
    const twice = await run(APPLY);
    expect([twice.code, writes()]).toEqual([1, []]);
    expect(flat(twice.err)).toContain("the realm engineering has moved since the plan was made");
    expect(flat(twice.err)).toContain("nothing was written");
    expect(flat(twice.err)).toContain("or this plan was carried out already");

    const again = await run(PLAN);
    expect([again.code, flat(again.out).includes("demo: nothing would change")]).toEqual([0, true]);
    const nothing = await run(APPLY);
    expect([nothing.code, nothing.out, writes()]).toEqual([0, "demo, realm engineering: there was nothing to do\n", []]);

    const usersOf = await run(["users", "demo"]);
    expect([usersOf.code, flat(usersOf.out).includes("all of 2 PLM users have a username with the same bytes")]).toEqual([
      0,
      true,
    ]);
  });

  test("a realm that somebody changed meanwhile, and a plan that somebody changed: refused, and nothing is written", async () => {
    const { run, server, folder, writes } = await scene();
    await run(PLAN);
    server.realms.get("engineering").settings.sslRequired = "none";
    const moved = await run(APPLY);
    expect([moved.code, moved.out, writes()]).toEqual([1, "", []]);
    expect(flat(moved.err)).toContain(
      "the realm engineering has moved since the plan was made: realm engineering (sslRequired external → none); nothing was written",
    );
    expect(flat(moved.err)).toContain("plan again, and look at what is different");

    const path = join(folder, "p.json");
    writeFileSync(path, readFileSync(path, "utf8").replace('"jdoe"', '"jdoe2"'));
    const changed = await run(APPLY);
    expect([changed.code, writes()]).toEqual([1, []]);
    expect(flat(changed.err)).toContain("p.json was changed after it was saved; nothing was written");
  });

  test("a server that answers 201 and stores something else is found out, with what it has", async () => {
    const { run } = await scene({
      ...HOSTNAME,
      lies: (kind, stored) => kind === "group" && Object.assign(stored, { name: `${stored.name}\r` }),
    });
    await run(PLAN);
    const { code, out } = await run(APPLY);
    expect(code).toBe(1);
    expect(out).toContain("✗ group Systems.Engineering\n");
    expect(flat(out)).toContain("name: the server took it and has something else: Systems.Engineering␍");
    expect(flat(out)).toMatch(/\d+ fields stored and read back, 1 not as sent nothing that was stored is undone; plan again/);
  });

  test("half-way nobody answers any more: what was done, what was not; a new plan has the rest, and applies", async () => {
    const { run, instead, server } = await scene();
    await run(PLAN);
    instead((method, path) => (method === "POST" && path.endsWith("/groups") ? closes : undefined));
    const { code, out } = await run(APPLY);
    expect(code).toBe(1);
    expect(out).toContain("✓ user profile, attribute username  1 field stored, read back\n");
    expect(flat(out)).toContain("it closed the connection without an answer: whether it was stored is not known");
    expect(flat(out)).toContain("- user jdoe username: not done, the identity provider did not answer any more");
    instead(null);
    const rest = await run(PLAN);
    expect([
      rest.code,
      rest.out.includes("+ group Systems.Engineering\n+ user jdoe\n+ user ab\n"),
      rest.out.includes("client plm"),
    ]).toEqual([10, true, false]);
    expect((await run(APPLY)).code).toBe(0);
    expect(server.realms.get("engineering").groups).toHaveLength(1);
  });

  test("a right that is missing is named, and a server that is busy is waited for", async () => {
    const { run, server } = await scene();
    await run(PLAN);
    server.habits = {
      ...HOSTNAME,
      busy: { times: 1, retryAfter: "1" },
      instead: ({ method, url }) =>
        method === "POST" && url.endsWith("/users")
          ? { status: 403, headers: { "content-type": "application/json" }, body: '{"error":"HTTP 403 Forbidden"}' }
          : null,
    };
    const { code, out } = await run(APPLY);
    expect([code, server.requests.filter(({ status }) => status === 429).length]).toEqual([1, 1]);
    expect(flat(out)).toContain(
      "✗ user jdoe username: failed: POST https://idp.example.com:8443/admin/realms/engineering/users answers 403: 'HTTP 403 Forbidden' root has no right to this: give it the role manage-users of client engineering-realm",
    );
    expect(flat(out)).toContain("- user ab username: not done, it needs the same right that is lacking above, manage-users");
  });

  test("a certificate that is not trusted here: 3, and no byte of the password is sent", async () => {
    const { run, server } = await scene();
    const { code, err } = await run(["plan", "demo"], null);
    expect([code, server.requests]).toEqual([3, []]);
    expect(flat(err)).toContain("it shows a self-signed certificate that is not trusted here");
    expect(flat(err)).toContain("--ca FILE names a certificate (PEM) to trust");
    expect(flat(err)).toContain("nothing was changed");
  });
});
