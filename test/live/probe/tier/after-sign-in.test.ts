import { describe, expect, test } from "vitest";
import { PROBES } from "../../../../src/live/probe/registry.generated.ts";
import { answer, type Live } from "../../../support/live/live.ts";
import { tierOf } from "../../../support/live/tier.ts";
import { asked, probed, TC } from "../command-scene.ts";

const LOGIN = "POST /tc/RestServices/Core-2008-06-Session/login";
const TIER = PROBES.map(({ id }) => id).filter((id) => id.startsWith("tier/") && id !== "tier/password-versus-sso");

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

  test("[H6] tier/type-descriptions: an answer in XML that is none of the services' proves nothing, nor does a second sign-in", async () => {
    const { live } = tierOf();
    const told = async (xml: string) => {
      const instead: Live = (request) =>
        request.url.pathname.endsWith("/getTypeDescriptions") ? answer(200, "application/xml", xml) : live(request);
      const { outcome, says, facts } = await asked("tier/type-descriptions", { servers: { [TC]: instead } });
      return { outcome, says, answer: facts.answer };
    };
    for (const [xml, root] of [
      ["<ok/>", "ok"],
      ['<status xmlns="urn:portal"><up/></status>', "status"],
      ['<LoginResponse xmlns="http://teamcenter.com/Schemas/Core/2008-06/Session"/>', "LoginResponse"],
    ] as const) {
      const found = await told(xml);
      expect(found.outcome, xml).toBe("refuted");
      expect(found.says).toContain(`sign-in succeeded, and the request after it did not: it answers ${root} (status 200, `);
    }
    const theirs = '<x:Types xmlns:x="http://teamcenter.com/Schemas/Soa/2020-01/Anything"/>';
    expect(await told(theirs)).toMatchObject({ outcome: "not-proven", answer: "Types" });
    expect(await asked("tier/type-descriptions")).toMatchObject({ outcome: "proven", facts: { answer: "TypeSchema" } });
  });

  test("[H6] a session that is refused with status 200 is refused none the less", async () => {
    const { outcome, control } = await asked("tier/type-descriptions", { tier: { faultStatus: 200 } });
    expect([outcome, control.outcome, control.says]).toEqual([
      "proven",
      "held",
      "it is refused (status 200 with InvalidUserException)",
    ]);
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
    expect(unnamed.says).toContain("the answer does not name the user of the session");
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
      "--connect names plm.example.com:443, where demo names no server; demo names plm.example.com:8443 and plm.example.com:3000 and plm.example.com:4544: requests to the others follow their names",
    );
    expect(err.split("\n")[1]).toMatch(/^signs in as jdoe/);
  });

  test("why nobody is signed in is told once at length", async () => {
    const words = ["--only", "tier/sign-in,tier/release,tier/roles", "--format", "json"];
    const { of } = await probed(words, { password: "wrong horse" });
    expect(of("tier/sign-in").says).toContain("either the user ID or the password is invalid");
    for (const id of ["tier/release", "tier/roles"])
      expect(of(id)).toMatchObject({ says: "not asked, because nobody is signed in: see tier/sign-in", help: null });
    expect((await asked("tier/release", { password: "wrong horse" })).says).toContain("the password is invalid");
  });

  test("a fault that all of them meet is told at length by the first, and the others name that one", async () => {
    const lost = { type: "InternalServerException", code: 1003, message: "Communication with the server was lost." };
    const faults = Object.fromEntries(
      ["getTypeDescriptions", "getSavedQueries", "getTCSessionAnalyticsInfo", "getPreferences2"].map((name) => [name, lost]),
    );
    const { document, of } = await probed(["--only", TIER.join(), "--format", "json"], { tier: { faults } });
    const meaning = "look at the tier's logs and its pool manager";
    expect(of("tier/type-descriptions").says).toContain(`'${lost.message}'; the web tier was reached, and lost`);
    expect(JSON.stringify(document).split(meaning)).toHaveLength(2);
    expect(of("tier/roles")).toMatchObject({
      says: "the tier does not report its saved queries: the tier answers InternalServerException (code 1003), as it did to tier/type-descriptions",
      help: "tier/type-descriptions has the steps",
      // the server's own words are there for each
      exchanges: [{ fault: { code: 1003, message: lost.message } }],
    });
    for (const id of ["tier/session-analytics", "tier/bootstrap-preference"])
      expect(of(id).says).toMatch(/answers InternalServerException \(code 1003\), as it did to tier\/type-descriptions$/);
    // other words with the same code are quoted, and what the code means is not said again
    const other = { ...faults, getSavedQueries: { ...lost, message: "No server is assigned." } };
    const second = await probed(["--only", "tier/type-descriptions,tier/roles", "--format", "json"], { tier: { faults: other } });
    expect(second.of("tier/roles").says).toMatch(
      /\(code 1003\): 'No server is assigned\.'; tier\/type-descriptions explains it$/,
    );
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
