import { describe, expect, test } from "vitest";
import { applyChanges } from "../../../src/live/idp/apply.ts";
import { adminRequest } from "../../../src/live/idp/requests.ts";
import { planRealm } from "../../../src/live/idp/plan.ts";
import { liveUsers } from "../../../src/live/idp/users.ts";
import { RealmServer } from "../../support/live/realm.ts";
import { runs } from "../../support/runs.ts";
import { adminOf, applied, type Clock, freshRealm, planOf, SSO, wantedOf } from "./scene.ts";

const newClock = (): Clock => ({ waits: [], at: 0 });

/** Every request takes four seconds. */
function later(clock: Clock): null {
  clock.at += 4_000;
  return null;
}

test("[F2][F6] a name with spaces, dots and slashes is one part of what is asked, and is never taken apart", async () => {
  const { url } = adminRequest("https://idp.example.com:8443", "GET", ["R. & D / Eng", "groups", "a/../b c.d"], {
    query: { username: "Systems.Engineering & more", exact: "true" },
  });
  expect(url).toBe(
    "https://idp.example.com:8443/admin/realms/R.%20%26%20D%20%2F%20Eng/groups/a%2F..%2Fb%20c.d?username=Systems.Engineering+%26+more&exact=true",
  );
  const { pathname, searchParams } = new URL(url);
  expect(pathname.split("/").slice(3).map(decodeURIComponent)).toEqual(["R. & D / Eng", "groups", "a/../b c.d"]);
  expect(searchParams.get("username")).toBe("Systems.Engineering & more");
  // a group of such a name arrives whole, and the next plan finds it by its bytes
  const server = freshRealm();
  const wanted = wantedOf(SSO.replace('"PLM Pilot"', '"R. & D / Eng (Berlin)"'));
  await applied(server, wanted);
  expect(server.realms.get("engineering").groups.map(({ name }: { name: string }) => name)).toContain("R. & D / Eng (Berlin)");
  expect((await planOf(server, wanted)).plan.changes).toEqual([]);
});

describe("[F6] the administrator's token", () => {
  test("lives 60 seconds and is renewed before it ends, without a second sign-in", async () => {
    const clock = newClock();
    const server = freshRealm({ now: () => clock.at });
    server.habits = { ...server.habits, instead: () => later(clock) };
    const admin = adminOf(server, clock);
    const wanted = wantedOf();
    const { changes } = await planRealm(admin, "demo", wanted);
    const { done } = await applyChanges(admin, wanted, changes, false);
    expect(done.every(({ outcome }) => outcome === "stored")).toBe(true);
    expect(clock.at).toBeGreaterThan(120_000);
    expect(server.signIns).toBe(1);
    expect(server.requests.filter(({ status }) => status === 401)).toEqual([]);
  });

  test("that the server knows no longer is renewed once, and the request asked again", async () => {
    const clock = newClock();
    const server = freshRealm({ now: () => clock.at, tokenLife: 60 });
    const admin = adminOf(server, clock);
    await admin.issuer();
    server.forgetTokens();
    expect((await liveUsers(admin)).users).toEqual([]);
    expect(server.requests.filter(({ status }) => status === 401).length).toBe(1);
    expect(server.signIns).toBe(2);
  });

  test("is not asked for again where the credential was refused", async () => {
    const server = new RealmServer({ user: "root", password: "another" });
    await expect(adminOf(server).issuer()).rejects.toThrow(
      "the identity provider refused the administrator's sign-in (400, 'invalid_grant', 'Invalid user credentials': the user or the password is wrong, or the account wants a one-time code, or it is locked: the server has the same words for all of them); it was tried once",
    );
    expect(server.requests.length).toBe(1);
  });

  test.each([
    [
      "a page",
      { status: 200, headers: { "content-type": "text/html" }, body: "<html>sign in to the hotel</html>" },
      "answers 200 with a page where data is expected, and no token",
    ],
    ["nothing", { status: 404, headers: {}, body: "" }, "answers 404 with nothing"],
    ["another way", { status: 302, headers: { location: "https://elsewhere/" }, body: "" }, "answers 302 with nothing"],
    ["no token", { status: 200, headers: { "content-type": "application/json" }, body: "{}" }, "and no token"],
  ] as const)("where %s is answered in its place", async (_name, instead, says) => {
    const server = freshRealm({ instead: () => instead });
    await expect(adminOf(server).issuer()).rejects.toThrow(says);
    expect(server.requests.length).toBe(1);
  });
});

describe("[F6] in the middle of what is written", () => {
  const isWrite = (method: string, url: string) => method !== "GET" && url.includes("/admin/");

  test.each<
    readonly [words: string, happens: (server: RealmServer) => void, signIns: number, waits: readonly number[], status: number]
  >([
    [
      "the token is known no longer: signed in once more, and the write asked again",
      (server) => server.forgetTokens(),
      2,
      [],
      401,
    ],
    [
      "the server asks to come back later: the write is asked again when it says",
      (server) => {
        server.habits = { ...server.habits, busy: { times: 2, retryAfter: "7" } };
      },
      1,
      [7_000, 7_000],
      429,
    ],
  ])("%s", async (_words, happens, signIns, waits, status) => {
    const clock = newClock();
    const server = freshRealm({ now: () => clock.at });
    const admin = adminOf(server, clock);
    const wanted = wantedOf();
    const { changes } = await planRealm(admin, "demo", wanted);
    let writes = 0;
    server.habits = {
      ...server.habits,
      instead: ({ method, url }) => {
        if (isWrite(method, url) && ++writes === 3) happens(server);
        return null;
      },
    };
    const { done, notDone } = await applyChanges(admin, wanted, changes, false);
    expect([done.every(({ outcome }) => outcome === "stored"), notDone]).toEqual([true, []]);
    expect([server.signIns, clock.waits]).toEqual([signIns, waits]);
    expect(server.requests.some((one) => one.status === status && one.method !== "GET")).toBe(true);
    expect((await planRealm(adminOf(server, clock), "demo", wanted)).plan.changes).toEqual([]);
  });
});

describe("[F6] a server that is busy", () => {
  test.each([
    ["seconds", "7", [7_000, 7_000]],
    ["a date", "Thu, 01 Jan 1970 00:00:09 GMT", [9_000, 0]],
    ["nothing that can be read", "soon", [1_000, 1_000]],
  ] as const)("is asked again when it says: %s", async (_name, retryAfter, waits) => {
    const clock = newClock();
    const server = freshRealm({ busy: { times: 2, retryAfter } });
    expect((await liveUsers(adminOf(server, clock))).users).toEqual([]);
    expect(clock.waits).toEqual(waits);
  });

  test("for longer than a minute is told, and not waited for", async () => {
    const clock = newClock();
    const server = freshRealm({ busy: { times: 2, retryAfter: "90" } });
    await expect(liveUsers(adminOf(server, clock))).rejects.toThrow("answers 429 with nothing");
    expect(clock.waits).toEqual([]);
  });
});

describe("[F6] long lists", () => {
  const many = (count: number, pageLimit: number) => {
    const server = freshRealm({ pageLimit });
    const realm = server.realms.get("engineering");
    realm.users = Array.from({ length: count }, (_, i) => ({ id: `u${i}`, username: `user${i}`, enabled: i % 2 === 0 }));
    realm.groups = Array.from({ length: count }, (_, i) => ({ id: `g${i}`, name: `group ${i}` }));
    return server;
  };

  test("of 10,500 users and groups all pages are read", async () => {
    const count = runs(10_500);
    const server = many(count, 500);
    const { users, limits } = await liveUsers(adminOf(server));
    const last = `user${"9".repeat(String(count).length - 1)}`;
    expect([users.length, users.at(-1)?.username, limits]).toEqual([count, last, { min: 3, max: 255 }]);
    const { live } = await planRealm(adminOf(server), "demo", wantedOf(undefined, `id\nuser${count - 1}\n`));
    expect(live.others).toEqual({ groups: count, users: count - 1 });
  });

  test("whose pages are shorter than asked for are read to their end", async () => {
    expect((await liveUsers(adminOf(many(250, 100)))).users.length).toBe(250);
  });

  test("that end before the server's own count are refused: what is there would look as if it were not", async () => {
    const server = many(250, 100);
    server.habits = {
      pageLimit: 100,
      instead: ({ url }) =>
        new URL(url).searchParams.get("first") === "100"
          ? { status: 200, headers: { "content-type": "application/json" }, body: "[]" }
          : null,
    };
    await expect(liveUsers(adminOf(server))).rejects.toThrow("the realm counts 250 users and lists 100");
  });
});
