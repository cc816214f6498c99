import { describe, expect, test } from "vitest";
import { PROBES } from "../../src/probe/registry.generated.ts";
import { answer, type Live, type LiveRequest } from "../support/live/live.ts";
import { JANE, tierOf } from "../support/live/tier.ts";
import { edit, exampleRepository } from "../support/repository.ts";
import { asked, PROFILE, probed, TC } from "./command-scene.ts";

const ENV = "environments/demo/environment.yaml";
const LOGIN = "POST /tc/RestServices/Core-2008-06-Session/login";
const TIER = PROBES.map(({ id }) => id).filter((id) => id.startsWith("tier/") && id !== "tier/password-versus-sso");

describe("[F3] every probe of a healthy tier", () => {
  test("[F11] the sign-in is the first request and the only one of its kind; all is proven, and nothing is left open", async () => {
    const bootstrapUrls = ["https://plm.example.com:4544"];
    const { code, out, err, tier, document } = await probed(["--only", TIER.join(), "--format", "json"], {
      tier: { bootstrapUrls },
    });
    const told = document.probes.map((one: { id: string; outcome: string }) => `${one.id} ${one.outcome}`);
    expect(told).toEqual([
      "tier/same-address proven",
      "tier/gateway-route skipped",
      "tier/sign-in proven",
      "tier/release proven",
      "tier/type-descriptions proven",
      "tier/json-sign-in proven",
      "tier/roles proven",
      "tier/session-analytics proven",
      "tier/bootstrap-preference proven",
      "tier/unauthenticated proven",
      "tier/doubled-root proven",
      "tier/file-hosts proven",
    ]);
    expect(code).toBe(0);
    expect(err).toBe(`signs in as jdoe at ${TC}/tc: one attempt, whatever comes of it\n`);
    expect(tier.asked[0]).toBe(LOGIN);
    expect(tier.asked.filter((one) => one === LOGIN)).toHaveLength(1);
    for (const request of tier.requests.filter(({ url }) => !url.pathname.endsWith("/login")))
      expect(request.body.toString()).not.toContain(JANE.password);
    expect(document.summary).toEqual({ proven: 11, refuted: 0, notProven: 0, skipped: 1 });
    // controls that could be made were made, and held
    for (const { id, control } of document.probes) expect(`${id} ${control.outcome}`).not.toMatch(/failed/);
    for (const secret of [JANE.password, "S000001", "x-0001"]) expect(out).not.toContain(secret);
  });

  test("without a profile what needs a sign-in is skipped, and says so", async () => {
    const { code, document, tier } = await probed(["--only", TIER.join(), "--format", "json"], { profile: null });
    const skipped = document.probes.filter((one: { outcome: string }) => one.outcome === "skipped");
    expect(skipped.map(({ id }: { id: string }) => id)).toEqual([
      "tier/gateway-route",
      "tier/sign-in",
      "tier/release",
      "tier/type-descriptions",
      "tier/json-sign-in",
      "tier/roles",
      "tier/session-analytics",
      "tier/bootstrap-preference",
    ]);
    expect(skipped[1].says).toBe("it needs somebody to sign in as: --profile NAME or FILE");
    expect(code).toBe(0);
    expect(tier.asked.some((one) => one.startsWith("POST"))).toBe(false);
  });
});

describe("[F1][F3] tier/sign-in", () => {
  test("a LoginResponse proves it; the address alone must sign nobody in", async () => {
    expect(await asked("tier/sign-in")).toMatchObject({
      code: 0,
      outcome: "proven",
      says: `'jdoe' signs in at ${TC}/tc as the connector does`,
      target: `${TC}/tc`,
      control: { outcome: "held", says: "it signs nobody in (status 400)" },
      exchanges: [
        { method: "POST", status: 200, fault: null, error: null },
        { method: "GET", status: 400, fault: null, error: null },
      ],
    });
  });

  test("a wrong password is refuted in the tier's words, tried once, and nothing else is asked that needs it", async () => {
    const { code, document, of, tier, out } = await probed(["--only", TIER.join(), "--format", "json"], {
      password: "wrong horse",
    });
    expect(code).toBe(1);
    const found = of("tier/sign-in");
    expect(found).toMatchObject({
      outcome: "refuted",
      facts: { status: 500, fault: "InvalidCredentialsException", code: 515143 },
    });
    expect(found.says).toContain("'The login attempt failed: either the user ID or the password is invalid.'");
    expect(found.help).toContain("nothing was tried a second time");
    expect(found.exchanges[0].fault).toMatchObject({ type: "InvalidCredentialsException", code: 515143 });
    expect(tier.asked.filter((one) => one.endsWith("/login"))).toEqual([LOGIN]);
    for (const id of ["tier/release", "tier/json-sign-in", "tier/roles", "tier/session-analytics"])
      expect(of(id)).toMatchObject({ outcome: "not-proven", exchanges: [] });
    expect(document.summary.refuted).toBe(1);
    expect(out).not.toContain("wrong horse");
  });

  test("405 and 'prolog' are another release, and not a wrong address", async () => {
    for (const instead of ["prolog", "prolog-fault"] as const) {
      const { of, code } = await probed(["--only", "tier/sign-in,tier/release", "--format", "json"], { tier: { instead } });
      expect(code).toBe(1);
      const found = of("tier/sign-in");
      expect(found).toMatchObject({ outcome: "refuted", facts: { status: 405, releaseMismatch: true } });
      expect(found.says).toMatch(/answers 405 with 'Content is not allowed in prolog'?.*another release than the connector's/i);
      expect(found.help).toContain("tierwright compat");
      expect(of("tier/release")).toMatchObject({ outcome: "not-proven", facts: { declared: "2506", releaseMismatch: true } });
      expect(of("tier/release").says).toContain("declared are connector '2506' and tier '2506'");
    }
    const bare = await asked("tier/sign-in", { servers: { [TC]: () => answer(405, "text/html", "") } });
    expect(bare).toMatchObject({ outcome: "refuted", facts: { releaseMismatch: true } });
  });

  test("pages, portals and redirects are no tier, and no credentials follow them", async () => {
    const login = await asked("tier/sign-in", { tier: { instead: "login-page" } });
    expect(login).toMatchObject({ code: 1, outcome: "refuted" });
    expect(login.says).toContain("a page answers in the tier's place (status 200");
    expect((await asked("tier/sign-in", { tier: { instead: "portal" } })).says).toContain("titled 'Guest network'");
    const led = await asked("tier/sign-in", { tier: { instead: "redirect" } });
    expect(led.says).toContain("it leads elsewhere (302, to https://sso.example.com/login), which was not followed");
    expect(led.exchanges).toHaveLength(1);
  });

  test("a backend that is gone is the tier's own affair; a tier that nobody reaches gives 3", async () => {
    const faults = { login: { type: "InternalServerException", code: 1003, message: "No server is assigned." } };
    const found = await asked("tier/sign-in", { tier: { faults } });
    expect(found).toMatchObject({ code: 1, outcome: "refuted", facts: { code: 1003 } });
    expect(found.help).toContain("network, address and connector are not the cause");
    const gone = await asked("tier/sign-in", { servers: { [TC]: null } });
    expect(gone).toMatchObject({ code: 3, outcome: "not-proven" });
    expect(gone.exchanges[0]).toMatchObject({ status: null, error: "its name does not resolve on this machine" });
  });

  test("somebody else than the user who was meant refutes it", async () => {
    const found = await asked("tier/sign-in", {
      servers: {
        [TC]: () =>
          answer(
            200,
            "application/xml",
            '<LoginResponse xmlns="http://teamcenter.com/Schemas/Core/2008-06/Session"><user uid="u1"/><ServiceData><modelObjects><objects uid="u1" type="User"><properties name="user_id"><values value="guest"/></properties></objects></modelObjects></ServiceData></LoginResponse>',
          ),
      },
    });
    expect(found.outcome).toBe("refuted");
    expect(found.says).toBe("a session was opened for another: 'guest' is whom the tier names, and 'jdoe' was meant");
  });

  test("[F7] a password that is not there is found out before anybody is asked; one that goes in clear is said", async () => {
    const none = await probed(["--only", "tier/sign-in"], { profile: "user: jdoe\npassword: { env: NOT_SET }\n" });
    expect(none).toMatchObject({ code: 2, out: "" });
    expect(none.err).toContain("the password of jdoe is not known: environment variable NOT_SET is not set");
    expect(none.tier.asked).toEqual([]);
    const folder = exampleRepository();
    edit(folder, ENV, "signIn: https://plm.example.com:8443/tc", "signIn: http://plm.example.com:8080/tc");
    const clear = await probed(["--only", "tier/sign-in"], {
      folder,
      servers: { "http://plm.example.com:8080": () => answer(404, "", "") },
    });
    expect(clear.err).toContain("the password travels in clear");
  });
});

describe("[F3] tier/release", () => {
  test("the declared release is proven, another one is refuted with what to write", async () => {
    expect(await asked("tier/release")).toMatchObject({
      code: 0,
      outcome: "proven",
      facts: { release: "2506", declared: "2506", version: "2506" },
      control: { outcome: "held" },
    });
    const other = await asked("tier/release", { tier: { version: "2606", displayVersion: "Teamcenter 2606" } });
    expect(other).toMatchObject({ code: 1, outcome: "refuted", facts: { release: "2606", declared: "2506" } });
    expect(other.says).toBe(
      "the tier is release '2606', and the environment declares '2506': the verdict of this environment is about another tier",
    );
    expect(other.help).toContain("write tier.release: '2606'");
  });

  test("is read where the answer has it in any shape, and asked for once where it has none", async () => {
    for (const info of ["attributes", "children", "named"] as const)
      expect(await asked("tier/release", { tier: { info } })).toMatchObject({ outcome: "proven", facts: { release: "2506" } });
    const asking = await asked("tier/release", { tier: { info: "none" } });
    expect(asking).toMatchObject({ outcome: "proven", facts: { from: expect.stringContaining("getTCSessionInfo") } });
    const unknown = await asked("tier/release", { tier: { version: "Balin", displayVersion: null } });
    expect(unknown).toMatchObject({ code: 0, outcome: "not-proven" });
    expect(unknown.says).toContain("the tier does not say its release in a form that is known; it says Version 'Balin'");
  });

  test("two releases in one answer are none", async () => {
    const found = await asked("tier/release", { tier: { version: "2506", displayVersion: "Teamcenter 2606" } });
    expect(found).toMatchObject({ outcome: "not-proven" });
    expect(found.says).toContain("the tier says more than one release: Version '2506' and DisplayVersion 'Teamcenter 2606'");
    // the release that it is certified for is in the same text as the one that it is
    const both = { version: "2606 (certified for 2506)", displayVersion: null };
    expect(await asked("tier/release", { tier: both })).toMatchObject({
      outcome: "not-proven",
      says: "the tier says more than one release: Version '2606 (certified for 2506)'",
    });
  });

  test("[H6] a version that a stranger can read, and that is another one, takes the proof away", async () => {
    const servers = { "https://plm.example.com:3000": () => answer(200, "application/json", '{"version":"2406.1"}') };
    const found = await asked("tier/release", { servers });
    expect(found).toMatchObject({ outcome: "not-proven", control: { outcome: "failed" } });
    expect(found.says).toContain("the control failed: https://plm.example.com:3000/awc says '2406'");
  });
});

describe("[F10] tier/unauthenticated", () => {
  test("404, 403 and pages tell nothing of a release", async () => {
    const found = await asked("tier/unauthenticated", { profile: null });
    expect(found).toMatchObject({ code: 0, outcome: "proven" });
    expect(found.says).toBe(
      "without sign-in nothing tells a release (/ 403, /version.json 404, /tc/version 404, /manifest.json 404 and /awc 200); 404 or 403 there says nothing of the release, in either direction",
    );
    expect(found.exchanges.map(({ url }: { url: string }) => url)).toEqual([
      `${TC}/`,
      `${TC}/version.json`,
      `${TC}/tc/version`,
      `${TC}/manifest.json`,
      "https://plm.example.com:3000/awc",
    ]);
  });

  test("a number on a page is no version, and one that is called so is", async () => {
    const page = (text: string) => ({ "https://plm.example.com:3000": () => answer(200, "text/html", text) });
    const plain = await asked("tier/unauthenticated", { profile: null, servers: page("<html>Copyright 2012, room 2506</html>") });
    expect(plain.outcome).toBe("proven");
    const told = await asked("tier/unauthenticated", {
      profile: null,
      servers: page('<html><meta data-version="2506.0002"></html>'),
    });
    expect(told).toMatchObject({ code: 1, outcome: "refuted" });
    expect(told.says).toContain("https://plm.example.com:3000/awc says '2506'");
  });

  test("a server that nobody reaches gives 3", async () => {
    const servers = { [TC]: null, "https://plm.example.com:3000": null };
    expect(await asked("tier/unauthenticated", { profile: null, servers })).toMatchObject({ code: 3, outcome: "not-proven" });
  });
});

describe("[F2][F3] after the sign-in", () => {
  test("tier/type-descriptions: 1003 is the tier's own backend, an unknown operation leaves it open", async () => {
    const fault = (code: number) => ({
      faults: {
        getTypeDescriptions: { type: "InternalServerException", code, message: "Communication with the server was lost." },
      },
    });
    const lost = await asked("tier/type-descriptions", { tier: fault(1003) });
    expect(lost).toMatchObject({ code: 1, outcome: "refuted", facts: { code: 1003 } });
    expect(lost.says).toContain("sign-in succeeded, and then the tier answers InternalServerException (code 1003)");
    expect(await asked("tier/type-descriptions", { tier: fault(214086) })).toMatchObject({ code: 0, outcome: "not-proven" });
    expect(await asked("tier/type-descriptions", { tier: fault(7) })).toMatchObject({ code: 1, outcome: "refuted" });
    expect((await asked("tier/type-descriptions")).control).toMatchObject({ outcome: "held" });
  });

  test("tier/json-sign-in is one attempt after a good one", async () => {
    const good = await asked("tier/json-sign-in");
    expect(good).toMatchObject({ outcome: "proven", control: { outcome: "held" } });
    expect(good.tier.asked.slice(0, 2)).toEqual([LOGIN, "POST /tc/JsonRestServices/Core-2011-06-Session/login"]);
  });

  test("tier/session-analytics says nothing of single sign-on, and needs the session", async () => {
    for (const jsonRootOnly of [false, true]) {
      const found = await asked("tier/session-analytics", { tier: { jsonRootOnly } });
      expect(found).toMatchObject({
        outcome: "proven",
        facts: { user: "jdoe", signedInBy: "password" },
        control: { outcome: "held" },
      });
      expect(found.says).toContain("says nothing of single sign-on");
    }
  });

  test("tier/session-analytics: a lost server process and an unknown operation say nothing of the session", async () => {
    const faulty = (code: number) => ({
      faults: { getTCSessionAnalyticsInfo: { type: "InternalServerException", code, message: "It was not done." } },
    });
    for (const code of [1003, 214086]) {
      const found = await asked("tier/session-analytics", { tier: faulty(code) });
      expect(found).toMatchObject({ code: 0, outcome: "not-proven", facts: { code } });
      expect(found.says).toContain("the tier does not answer for the session, which says nothing of it");
    }
    const refused = await asked("tier/session-analytics", { tier: faulty(1000) });
    expect(refused).toMatchObject({ code: 1, outcome: "refuted", facts: { code: 1000 } });
    expect(refused.says).toContain("the tier has no valid session for this request");
  });

  test("an answer for somebody else is told by each that reads a user", async () => {
    const to = (path: RegExp, body: unknown): Live => {
      const { live } = tierOf();
      return (request) =>
        path.test(request.url.pathname) && request.method === "POST"
          ? answer(200, "application/json", JSON.stringify(body))
          : live(request);
    };
    const analytics = to(/getTCSessionAnalyticsInfo$/, { extraInfoOut: { TCServerVersion: "2506" }, userId: "guest" });
    const found = await asked("tier/session-analytics", { servers: { [TC]: analytics } });
    expect(found).toMatchObject({ code: 1, outcome: "refuted", facts: { user: "guest" } });
    expect(found.says).toContain("'guest' is whom the tier names, and 'jdoe' was meant");
    const login = { ".QName": "http://teamcenter.com/Schemas/Core/2011-06/Session.LoginResponse", serverInfo: {} };
    const unnamed = await asked("tier/json-sign-in", { servers: { [TC]: to(/2011-06-Session\/login$/, login) } });
    expect(unnamed).toMatchObject({ outcome: "proven", facts: {} });
    expect(unnamed.says).toContain("whose session it is, the answer does not say");
    const guest = {
      ...login,
      user: { uid: "u1" },
      ServiceData: { modelObjects: { u1: { uid: "u1", type: "User", props: { user_id: { dbValues: ["guest"] } } } } },
    };
    const other = await asked("tier/json-sign-in", { servers: { [TC]: to(/2011-06-Session\/login$/, guest) } });
    expect(other).toMatchObject({ code: 1, outcome: "refuted", facts: { user: "guest" } });
  });

  test("--connect about a server that the environment does not name is told before anything is asked", async () => {
    const words = [
      "--only",
      "tier/sign-in",
      "--connect",
      "plm.example.com:443:10.9.9.9",
      "--connect",
      "PLM.example.com:8443:10.9.9.9",
    ];
    const { err, code } = await probed(words);
    expect(code).toBe(0);
    expect(err.split("\n")[0]).toBe(
      "--connect is about plm.example.com:443, where demo names no server; demo names plm.example.com:8443 and plm.example.com:3000 and plm.example.com:4544: what is asked of the others goes where their names lead",
    );
    expect(err.split("\n")[1]).toMatch(/^signs in as jdoe/);
  });

  test("why nobody is signed in is told once at length", async () => {
    const words = ["--only", "tier/sign-in,tier/release,tier/roles", "--format", "json"];
    const { of } = await probed(words, { password: "wrong horse" });
    expect(of("tier/sign-in").says).toContain("either the user ID or the password is invalid");
    for (const id of ["tier/release", "tier/roles"])
      expect(of(id).says).toMatch(/^nobody is signed in, as was told before, so .* was not asked$/);
    expect((await asked("tier/release", { password: "wrong horse" })).says).toContain("the password is invalid");
  });

  test("[F10] tier/roles reads names with slashes, dots, parentheses and spaces", async () => {
    const people = [
      {
        ...JANE,
        roles: [
          ["Engineering", "Designer"],
          ["R.D Group", "Designer"],
        ] as const,
      },
      { user: "x.y", password: "p", name: "Y (ext.), X", roles: [["Plant/North", "Designer"]] as const },
    ];
    const found = await asked("tier/roles", { tier: { people } });
    expect(found).toMatchObject({
      outcome: "proven",
      facts: {
        found: 3,
        read: 3,
        groups: ["Engineering", "Plant/North", "R.D Group"],
        roles: ["Designer"],
        users: ["jdoe", "x.y"],
      },
      control: { outcome: "held", says: "it finds nothing" },
    });
    expect(found.says).toContain("'jdoe' is in 'Engineering/Designer' and 'R.D Group/Designer'");
    // entries in the site's language are found by their attributes
    const german = await asked("tier/roles", { tier: { entries: ["Gruppe", "Rolle", "Benutzer"] } });
    expect(german).toMatchObject({ outcome: "proven", facts: { found: 1 } });
  });

  test("[F10] names that do not come along are asked for", async () => {
    const { live } = tierOf({ names: false });
    const named = { uid: "m-1", type: "GroupMember", props: { object_name: { dbValues: ["A.B/C D/E, F (g)"] } } };
    const properties = answer(200, "application/json", JSON.stringify({ plain: ["m-1"], modelObjects: { "m-1": named } }));
    const servers = {
      [TC]: (request: LiveRequest) => (request.url.pathname.endsWith("/getProperties") ? properties : live(request)),
    };
    expect(await asked("tier/roles", { servers })).toMatchObject({
      outcome: "proven",
      facts: { memberships: ["A.B/C D/E, F (g)"] },
    });
    expect(await asked("tier/roles", { tier: { names: false } })).toMatchObject({ outcome: "not-proven" });
  });

  test("[F10] zero found is not absence, and a fault leaves it open", async () => {
    const none = await asked("tier/roles", { tier: { people: [{ ...JANE, roles: [] }] } });
    expect(none).toMatchObject({ code: 0, outcome: "not-proven", facts: { found: 0 } });
    expect(none.says).toContain("finds nothing, which is not absence");
    const faults = { describeSavedQueries: { type: "ServiceException", code: 214086, message: "no such operation" } };
    expect(await asked("tier/roles", { tier: { faults } })).toMatchObject({ code: 0, outcome: "not-proven" });
  });

  test("tier/bootstrap-preference: the tier's own word on its file servers", async () => {
    const of = (bootstrapUrls: readonly string[], dns = {}) =>
      asked("tier/bootstrap-preference", { tier: { bootstrapUrls }, dns });
    expect(await of(["https://PLM.example.com:4544/", "https://b.example.com:4544"])).toMatchObject({
      outcome: "proven",
      control: { outcome: "held" },
    });
    expect(await of([])).toMatchObject({ code: 0, outcome: "not-proven" });
    const other = await of(["https://files.example.com:4544"]);
    expect(other).toMatchObject({ code: 1, outcome: "refuted" });
    expect(other.says).toContain("files would go to another tier than sign-in");
    const alias = { "plm.example.com": ["10.20.0.11"], "files.example.com": ["10.20.0.11"] };
    expect(await of(["https://files.example.com:4544"], alias)).toMatchObject({ outcome: "proven" });
    expect(await of(["https://files.example.com:4545"], alias)).toMatchObject({ outcome: "refuted" });
  });
});

describe("[F3] tier/file-hosts", () => {
  test("every file server has to answer, whatever it answers; nobody's name must not", async () => {
    expect(await asked("tier/file-hosts", { profile: null })).toMatchObject({
      outcome: "proven",
      facts: { servers: ["https://plm.example.com:4544/ 404"] },
      control: { outcome: "held" },
    });
    const gone = await asked("tier/file-hosts", { profile: null, servers: { "https://plm.example.com:4544": null } });
    expect(gone).toMatchObject({ code: 3, outcome: "not-proven" });
    expect(gone.help).toContain("sign-in works without it");
    const any = { "https://tierwright-control.invalid:4544": () => answer(200, "text/html", "<html></html>") };
    const proxied = await asked("tier/file-hosts", { profile: null, servers: any });
    expect(proxied).toMatchObject({ outcome: "not-proven", control: { outcome: "failed" } });
  });
});

describe("[F3] tier/doubled-root", () => {
  const address = (text: string) => {
    const folder = exampleRepository();
    edit(folder, ENV, "signIn: https://plm.example.com:8443/tc", `signIn: ${text}`);
    return folder;
  };

  test("one context root, below which a service answers and below the doubled one another", async () => {
    expect(await asked("tier/doubled-root", { profile: null })).toMatchObject({
      outcome: "proven",
      facts: { status: 400 },
      control: { outcome: "held", says: "it is answered otherwise (status 500, and 400 below the single one)" },
    });
  });

  test("a doubled root and none at all are refuted by the address that would be installed", async () => {
    const doubled = await asked("tier/doubled-root", { profile: null, folder: address(`${TC}/tc/tc`) });
    expect(doubled).toMatchObject({ code: 1, outcome: "refuted" });
    expect(doubled.says).toContain("has its context root twice (/tc/tc)");
    const none = await asked("tier/doubled-root", { profile: null, folder: address(TC) });
    expect(none.says).toContain("its connection object would be null on every operation");
  });

  test("[H6] what answers every path alike proves nothing", async () => {
    const servers = { [TC]: () => answer(200, "text/html", "<html><title>Portal</title></html>") };
    expect(await asked("tier/doubled-root", { profile: null, servers })).toMatchObject({
      code: 0,
      outcome: "not-proven",
      control: { outcome: "failed" },
    });
    const nothing = { [TC]: () => answer(404, "text/html", "") };
    expect(await asked("tier/doubled-root", { profile: null, servers: nothing })).toMatchObject({ outcome: "not-proven" });
  });
});

describe("[F9] tier/gateway-route", () => {
  const route = (text: string, dns = {}, name = "gateway.json") => {
    const folder = exampleRepository({ [name]: text });
    return asked("tier/gateway-route", { profile: null, folder, dns }, ["--gateway", name]);
  };
  const json = (target: string) => JSON.stringify({ port: 3000, routes: { tc: { path: "/tc", target } } });
  const both = { "plm.example.com": ["10.20.0.11"], "old.example.com": ["10.20.0.99"], "web.example.com": ["10.20.0.11"] };

  test("the sign-in host, or its address, is the same tier; another is a third one that can half-switch", async () => {
    expect(await route(json("https://plm.example.com:8443"))).toMatchObject({ code: 0, outcome: "proven" });
    const port = await route(json("http://plm.example.com:7001"));
    expect(port.outcome).toBe("proven");
    expect(port.says).toContain("its port is '7001', and the tool's '8443'");
    expect(await route(json("https://web.example.com:8443"), both)).toMatchObject({
      outcome: "proven",
      control: { outcome: "held" },
    });
    const other = await route(json("https://old.example.com:8443"), both);
    expect(other).toMatchObject({ code: 1, outcome: "refuted" });
    expect(other.says).toContain("the gateway leads to another tier than sign-in: old.example.com has the address 10.20.0.99");
    expect(await route(json("https://nowhere.example.com:8443"), both)).toMatchObject({ outcome: "not-proven" });
  });

  test.for([
    ["routes:\n  tc: { target: 'https://plm.example.com:8443' }\n", "config.yaml"],
    ["gateway.routes.tc.target=https\\://plm.example.com\\:8443\n", "gateway.properties"],
    ['{ "routes.tc.target": "https://plm.example.com:8443" }', "flat.json"],
    ['{ "gateway": { "routes": { "/tc": { "target": "https://plm.example.com:8443" } } } }', "deep.json"],
  ] as const)("reads %j of %s", async ([text, name]) => {
    expect(await route(text, {}, name)).toMatchObject({ outcome: "proven", target: "https://plm.example.com:8443" });
  });

  test("a file that does not say it leaves it open; none at all skips it", async () => {
    expect(await route("{}")).toMatchObject({ code: 0, outcome: "not-proven" });
    expect(await route(json("plm.example.com"))).toMatchObject({ outcome: "not-proven" });
    expect(await route(json("https://user:s3cret@old.example.com"), both)).toMatchObject({
      target: "https://(not shown)@old.example.com",
    });
    expect(await asked("tier/gateway-route", { profile: null })).toMatchObject({
      outcome: "skipped",
      says: "it needs the gateway's configuration: --gateway FILE",
    });
  });
});

describe("[F7] what opens something leaves in no output", () => {
  test("a server that sends the password back is told without it, in any spelling", async () => {
    const password = `p&w "quoted" ${"é"}`;
    const echo = (text: string) => ({ login: { type: "InternalServerException", code: 5, message: `bad: ${text}` } });
    for (const text of [password, encodeURIComponent(password), Buffer.from(`jdoe:${password}`).toString("base64")]) {
      const { out, err } = await probed(["--only", "tier/sign-in", "--format", "json"], {
        password,
        tier: { faults: echo(text) },
      });
      expect(out).toContain("(value not shown)");
      for (const spelled of [text, JSON.stringify(text).slice(1, -1)]) expect(out + err).not.toContain(spelled);
    }
  });

  test("a password that is the user's id does not hide the id", async () => {
    const people = [{ ...JANE, user: "infodba", password: "infodba" }];
    const found = await asked("tier/sign-in", {
      profile: PROFILE.replace("jdoe", "infodba"),
      password: "infodba",
      tier: { people },
    });
    expect(found.says).toBe(`'infodba' signs in at ${TC}/tc as the connector does`);
  });
});
