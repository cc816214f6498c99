import { describe, expect, test } from "vitest";
import { PROBES } from "../../../../src/live/probe/registry.generated.ts";
import { answer, type Live } from "../../../support/live/live.ts";
import { tierOf } from "../../../support/live/tier.ts";
import { edit, exampleRepository } from "../../../support/repository.ts";
import { asked, probed, TC } from "../command-scene.ts";

const ENV = "environments/demo/environment.yaml";
const LOGIN = "POST /tc/RestServices/Core-2008-06-Session/login";
const TIER = PROBES.map(({ id }) => id).filter((id) => id.startsWith("tier/") && id !== "tier/password-versus-sso");

describe("[F1][F3] tier/sign-in", () => {
  test("a LoginResponse proves it; the address alone must sign nobody in", async () => {
    expect(await asked("tier/sign-in")).toMatchObject({
      code: 0,
      outcome: "proven",
      says: `'jdoe' signs in at ${TC}/tc as the connector does`,
      target: `${TC}/tc`,
      control: {
        outcome: "held",
        says: "neither signs anybody in (status 400 with a page, and status 500 with InvalidUserException)",
      },
      exchanges: [
        { method: "POST", status: 200, fault: null, error: null },
        { method: "GET", status: 400, fault: null, error: null },
        { method: "POST", status: 500, fault: { type: "InvalidUserException" }, error: null },
      ],
    });
  });

  test("[H6] who answers every POST with the right user's sign-in is believed by nobody", async () => {
    const { live } = tierOf();
    const login: Live = (request) => live({ ...request, url: new URL(`${TC}/tc/RestServices/Core-2008-06-Session/login`) });
    let kept: Awaited<ReturnType<Live>> | undefined;
    const liar: Live = async (request) => {
      if (request.method !== "POST") return live(request);
      kept ??= await login(request);
      return kept;
    };
    const { code, document, of } = await probed(["--only", TIER.join(), "--format", "json"], { servers: { [TC]: liar } });
    for (const id of ["tier/sign-in", "tier/release"]) {
      expect(of(id)).toMatchObject({ outcome: "not-proven", control: { outcome: "failed" } });
      expect(of(id).says).toContain(
        "the control failed: an operation that no tier has is answered as a sign-in (status 200 with LoginResponse): whatever answers there signs in everybody who asks",
      );
    }
    const proven = document.probes.filter((one: { outcome: string }) => one.outcome === "proven");
    expect(proven.map(({ id }: { id: string }) => id)).toEqual([
      "tier/same-address",
      "tier/unauthenticated",
      "tier/doubled-root",
      "tier/file-hosts",
    ]);
    expect(code).toBe(1);
  });

  test.each<readonly [words: string, body: string]>([
    [
      "a LoginResponse by name",
      '{".QName":"http://teamcenter.com/Schemas/Core/2011-06/Session.LoginResponse","serverInfo":{"Version":"2506"}}',
    ],
    ["without a name", '{"user":{"uid":"u1"},"serverInfo":{"Version":"2506"}}'],
    [
      "the dated one of the connector",
      '{".QName":"http://teamcenter.com/Schemas/Core/2008-06/Session.LoginResponse","user":{"uid":"u1"}}',
    ],
  ])("[F12] a sign-in in XML that is answered in JSON is refuted, for the connector reads XML: %s", async (_words, body) => {
    const { live } = tierOf();
    const json: Live = (request) =>
      request.method === "POST" && request.url.pathname.endsWith("/RestServices/Core-2008-06-Session/login")
        ? answer(200, "application/json", body)
        : live(request);
    const found = await probed(["--only", "tier/sign-in,tier/release", "--format", "json"], { servers: { [TC]: json } });
    expect(found.code).toBe(1);
    expect(found.of("tier/sign-in")).toMatchObject({ outcome: "refuted", facts: { status: 200 } });
    expect(found.of("tier/sign-in").says).toContain("the tier opens a session and says so in JSON");
    expect(found.of("tier/sign-in").says).toContain("the connector reads XML");
    expect(found.of("tier/release").outcome).toBe("not-proven");
  });

  test("[F12] an XML LoginResponse counts whatever its media type says, and each message of a fault is told", async () => {
    const { live } = tierOf();
    const typed: Live = async (request) => {
      const given = await live(request);
      return { ...given, headers: { ...given.headers, "content-type": "text/plain" } };
    };
    expect(await asked("tier/sign-in", { servers: { [TC]: typed } })).toMatchObject({ outcome: "proven" });
    const fault = `<InvalidCredentialsException xmlns="urn:x"><messages code="7">wrapped</messages><messages code="515143" level="3">Invalid account values</messages></InvalidCredentialsException>`;
    const refused = await asked("tier/sign-in", { servers: { [TC]: () => answer(500, "application/xml", fault) } });
    expect(refused.says).toContain("'wrapped' and 515143 'Invalid account values'");
    expect(refused.exchanges[0].fault).toMatchObject({
      code: 7,
      message: "wrapped",
      messages: [
        { code: 7, message: "wrapped" },
        { code: 515143, level: 3, message: "Invalid account values" },
      ],
    });
    const { out } = await probed(["--only", "tier/sign-in", "--details"], {
      servers: { [TC]: () => answer(500, "application/xml", fault) },
    });
    expect(out.replace(/\s+/g, " ")).toContain("InvalidCredentialsException 7 wrapped, 515143 Invalid account values");
  });

  test("[H6] who signs in by JSON whatever is asked is not believed either", async () => {
    const { live } = tierOf();
    const says = { ".QName": "http://teamcenter.com/Schemas/Core/2011-06/Session.LoginResponse", serverInfo: {} };
    const liar: Live = (request) =>
      request.method === "POST" && request.url.pathname.includes("/JsonRestServices/")
        ? answer(200, "application/json", JSON.stringify(says))
        : live(request);
    expect(await asked("tier/json-sign-in", { servers: { [TC]: liar } })).toMatchObject({
      outcome: "not-proven",
      control: { outcome: "failed" },
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
    expect(gone.help).toBe("--connect HOST:PORT:ADDRESS names the address to ask; the sign-in was not retried");
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
