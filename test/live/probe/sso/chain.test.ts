import { describe, expect, test } from "vitest";
import { probe } from "../../../../src/live/probe/sso/chain.ts";
import { leadsTo, page } from "../../../support/live/web.ts";
import { LIVE } from "../../../compiler/sso/scene.ts";
import { asked, type Given, read } from "../scene.ts";
import { CALLBACK, type Faults, signInServers } from "./scene.ts";

const NO_SESSION = { type: "InvalidUserException", code: 1000, message: "The session is not valid." };
const PASSWORD = "of ab";
const [IDP, LOGIN, GATEWAY] = ["https://idp.example.com:8443", "https://plm.example.com:7001", "https://plm.example.com:3000"];

async function judged(faults: Faults, given: Partial<Given> = {}) {
  const { exchange, asked: requests } = signInServers(faults);
  const concealed: string[] = [];
  const found = await asked(probe, { exchange, concealed, ...given });
  return { found, words: read(found), requests, concealed };
}

describe("[F2][F8] the way through the identity provider", () => {
  test("is proven by a session of the intended user, with the same question refused without it", async () => {
    const { found, words } = await judged({});
    expect(
      words,
    ).toBe(`proven: the sign-in ends in a session of 'ab' at ${GATEWAY}/tc, after 7 steps; the password went to the identity provider's login form at ${IDP} alone
control held: asked the same of ${GATEWAY}/tc without the cookies of the sign-in: it answers 'InvalidUserException 1000: The session is not valid.'`);
    expect(found.facts).toMatchObject({ begun: `${GATEWAY}/awc`, reached: "tier", userId: "ab" });
  });

  test.each<readonly [words: string, faults: Faults, begun: string]>([
    ["a web client whose script goes on", { gateway: { starts: "single-page" } }, `${LOGIN}/tcsso/weblogin/oidc_redirect`],
    ["a web client that is not asked about", { servers: {} }, `${GATEWAY}/awc`],
  ])("begins where a browser can: %s", async (_words, faults, begun) => {
    const { found } = await judged(faults);
    expect([found.outcome, found.facts.begun]).toEqual(["proven", begun]);
  });

  test.each<readonly [words: string, faults: Faults, said: RegExp]>([
    [
      "a login service with a login form of its own, that would take any code",
      { login: "own-form" },
      /^refuted: the login service \(.*oidc_redirect\) answers 200 with a page called 'Teamcenter Security Services Login' before any login form of the realm\nhelp: it asks for a separate password/,
    ],
    [
      "the same behind a web client whose script goes on",
      { login: "own-form", gateway: { starts: "single-page" } },
      /^refuted: the login service /,
    ],
    [
      "a login service that sends people to another realm",
      { login: "other-realm" },
      /^refuted: the login service leads to https:\/\/idp\S+\/realms\/others\/protocol\/openid-connect\/auth, and the realm signs people in at https:\/\/idp\S+\/realms\/engineering\/\S+; no password was typed\nhelp: compare OIDC Authorization Endpoint/,
    ],
    [
      "a realm that redirects to another one of the same server",
      {
        before: {
          [IDP]: (live) => (request) =>
            request.url.pathname.endsWith("/engineering/protocol/openid-connect/auth")
              ? leadsTo(request.url.href.replace("/engineering/", "/others/"))
              : live(request),
        },
      },
      /^not-proven: the realm redirects to https:\/\/idp\S+\/realms\/others\/\S+; its login form is not filled in\n/,
    ],
    [
      "a web application that leads past the login service",
      {
        login: "own-form",
        before: {
          [GATEWAY]: (live) => (request) =>
            request.url.pathname === "/awc" && request.headers.cookie === undefined
              ? leadsTo(
                  `${IDP}/realms/engineering/protocol/openid-connect/auth?client_id=plm&response_type=code&redirect_uri=${encodeURIComponent(CALLBACK)}`,
                )
              : live(request),
        },
      },
      /^not-proven: the identity provider is reached without the login service, .*; no password was typed\n/,
    ],
    [
      "pages with scripts alone, none of which leads on by itself",
      { gateway: { starts: "single-page" }, before: { [LOGIN]: () => () => page("<script src=app.js></script>") } },
      /^not-proven: the login service \(.*\) answers 200 with a page called 'Page', and no address leads to the identity provider by itself\n/,
    ],
  ])(
    "[F12] is not proven, and types no password, where the login service itself does not lead to the realm: %s",
    async (_words, faults, said) => {
      const { found, words, requests } = await judged(faults);
      expect(words).toMatch(said);
      expect(found.facts.passwordSentTo).toEqual([]);
      expect(requests.filter(({ body }) => body.includes("password="))).toEqual([]);
    },
  );

  test("asks the tier itself where its cookies go there: gateway and tier on one host", async () => {
    const tier = { text: `${GATEWAY}/tc`, file: "", key: "" };
    const { exchange } = signInServers({});
    const found = await asked(probe, { exchange, addresses: { signIn: tier } });
    expect([found.outcome, found.facts.sessionAt]).toEqual(["proven", `${GATEWAY}/tc`]);
  });

  test("the password goes into one request of the identity provider; neither it nor a code, cookie or ticket is told", async () => {
    const { found, words, requests, concealed } = await judged({});
    const typed = requests.filter(({ body, url }) =>
      `${body}${url.href}`.includes(encodeURIComponent(PASSWORD).replace("%20", "+")),
    );
    expect(typed.map(({ origin, url }) => `${origin}${url.pathname}`)).toEqual(found.facts.passwordSentTo);
    const codes = requests.flatMap(({ url }) => url.searchParams.get("code") ?? []);
    const tickets = requests.flatMap(({ body }) => new URLSearchParams(body).get("TCSSO_SESSION_KEY") ?? []);
    const cookies = requests.flatMap(({ headers }) =>
      (headers.cookie ?? "").split("; ").flatMap((pair) => pair.split("=")[1] ?? []),
    );
    expect([codes.length, tickets.length, new Set(cookies).size]).toEqual([1, 1, 4]);
    const told = `${words}${JSON.stringify(found.facts)}`;
    for (const secret of [PASSWORD, ...codes, ...tickets, ...cookies]) expect(told).not.toContain(secret);
    expect(concealed).toEqual(expect.arrayContaining([...codes, ...tickets, ...new Set(cookies)]));
  });

  test.each<readonly [words: string, faults: Faults, origins: readonly string[]]>([
    ["the login form sends elsewhere", { idp: { fault: "action-elsewhere" } }, [IDP, LOGIN, GATEWAY]],
    ["the identity provider hands over", { idp: { fault: "broker" } }, [IDP, LOGIN, GATEWAY]],
    ["the login service leads elsewhere", { login: "elsewhere" }, [LOGIN, GATEWAY]],
    [
      "the same name with another port",
      {
        servers: {
          [LOGIN]: () => leadsTo("https://plm.example.com:7002/tcsso/weblogin/oidc_redirect"),
        },
      },
      [LOGIN, GATEWAY],
    ],
    [
      "the same name by plain http",
      { servers: { [LOGIN]: () => leadsTo("http://plm.example.com:7001/tcsso/") } },
      [LOGIN, GATEWAY],
    ],
  ])("no password is typed and nobody else is asked where %s", async (_words, faults, origins) => {
    const { found, requests } = await judged(faults);
    expect([...new Set(requests.map(({ origin }) => origin))].sort()).toEqual([...origins].sort());
    expect(found.facts.passwordSentTo).toEqual([]);
    expect(["refuted", "not-proven"]).toContain(found.outcome);
  });

  test("a redirect that would take the password along is not followed", async () => {
    const { requests, words } = await judged({ idp: { fault: "password-onward" } });
    expect(requests.filter(({ body }) => body.includes("password")).map(({ origin }) => origin)).toEqual([IDP]);
    expect(words).toMatch(
      /^refuted: the identity provider \(.*authenticate\) would send what is typed into its login form on to .*oidc_callback; it was not sent there\n/,
    );
  });

  test("the name on one page and the password on the next: each is typed once, and the session is proven", async () => {
    const { found, requests } = await judged({ idp: { fault: "name-first" } });
    expect([found.outcome, found.facts.userId]).toEqual(["proven", "ab"]);
    const sent = requests.filter(({ method, origin }) => method === "POST" && origin === IDP && !/token$/.test(origin));
    const forms = sent
      .map(({ body }) => [...new URLSearchParams(body).keys()].join())
      .filter((keys) => !keys.includes("grant_type"));
    expect(forms).toEqual(["username,login", "password,login"]);
    expect(found.facts.passwordSentTo).toEqual([`${IDP}/realms/engineering/login-actions/authenticate`]);
    // a refused one is not typed again, and the page that shows it is known
    const wrong = await judged({ idp: { fault: "name-first" } }, { password: "wrong" });
    expect(wrong.words).toMatch(
      /^refuted: .* says 'Invalid username or password\.' where its login form was sent to: the identity provider does not take the user and password\n/,
    );
    expect(wrong.requests.filter(({ body }) => body.includes("password=wrong"))).toHaveLength(1);
  });

  test("a name that leads to another identity provider takes no password along", async () => {
    const { found, words, requests } = await judged({ idp: { fault: "name-first-broker" } });
    expect(words).toMatch(
      /leads to https:\/\/accounts\.example\.net\/adfs\/ls, which sso\.yaml does not declare; nothing was sent there/,
    );
    expect(found.facts.passwordSentTo).toEqual([]);
    expect(requests.some(({ body }) => body.includes("password="))).toBe(false);
  });

  test("a refused password is tried once", async () => {
    const { requests } = await judged({}, { password: "wrong" });
    expect(requests.filter(({ method, origin }) => method === "POST" && origin === IDP)).toHaveLength(1);
  });

  test.each<readonly [words: string, faults: Faults & { readonly given?: Partial<Given> }, said: RegExp]>([
    ["an answer that names nobody", { analytics: "nameless" }, /^not-proven: .* but its answers do not name the user\n/],
    [
      "a tier that answers everybody",
      { analytics: "open" },
      /^not-proven: .*; but that proves nothing, for the control failed: it is answered as well/,
    ],
    [
      "a stale pool manager",
      { tier: { ticket: () => false, faultStatus: 500 } },
      /^refuted: the gateway \(.*\/AWSSOLogin\) says 'InvalidCredentialsException 515143: Invalid account values' after a clean sign-in at the login service: the native tier refuses the ticket; .* stale pool manager\nhelp: in this order: 1\. compare .* 2\. restart the pool manager's service; 3\. confirm that the start time/,
    ],
    ["the same fault with status 200", { tier: { ticket: () => false } }, /^refuted: .*515143/],
    [
      "a tier that forgets the session",
      { tier: { faults: { getTCSessionAnalyticsInfo: NO_SESSION } } },
      /^refuted: the sign-in is clean at the identity provider and the login service, and ends without a session: .*'InvalidUserException 1000: The session is not valid\.'\n/,
    ],
    [
      "another user's ticket",
      { idp: { fault: "other-user" } },
      /^refuted: .* is that of 'somebody', and 'ab' was to be signed in: somebody else is signed in/,
    ],
    [
      "an id in capitals",
      { given: { user: "AB" } },
      /^refuted: .* is that of 'ab', and 'AB' was to be signed in: they differ in capital letters alone/,
    ],
    [
      "another password",
      { given: { password: "wrong" } },
      /^refuted: the identity provider \(.*\) says 'Invalid username or password\.' .*\nhelp: try them once in a browser/,
    ],
    [
      "no login form",
      { idp: { fault: "no-login-page" } },
      /^refuted: the identity provider \(.*\/auth\) answers 200 with a page called 'Page' before any login form of the realm\n/,
    ],
    [
      "another identity provider behind",
      { idp: { fault: "broker" } },
      /^not-proven: .* leads to https:\/\/accounts\.example\.net\/adfs\/ls, which sso\.yaml does not declare; nothing was sent there/,
    ],
    [
      "an action that a person has to do",
      { idp: { wants: "SOMETHING_OF_OURS" } },
      /^not-proven: .* takes the password and then wants the required action SOMETHING_OF_OURS: a page called 'Sign in to engineering' with the heading 'One more step'\n/,
    ],
    [
      "an empty Federation Reply URL",
      { login: "no-reply-url" },
      /^refuted: .* says 'Invalid parameter: redirect_uri': the login service sent it an empty redirect_uri, for the panel's Federation Reply URL was left empty\n/,
    ],
    [
      "another Federation Reply URL",
      { login: "wrong-reply-url" },
      /^refuted: .* says 'Invalid parameter: redirect_uri' before any login form of the realm: the identity provider does not know the address/,
    ],
    [
      "an empty claim of the user's id",
      { login: "no-userid-claim" },
      /^refuted: the login service .*'No value found for required String property: tcsso\.oidc\.userid_claim' .*OIDC Authorization Claim User ID is empty\n/,
    ],
    [
      "services that started before their vault",
      { login: "vault-not-ready" },
      /^refuted: the login service .* started before their vault/,
    ],
    [
      "a login page in place of a ticket",
      { login: "login-page-instead" },
      /^refuted: the login service \(.*oidc_callback\) answers 200 with a page called 'Teamcenter Security Services Login' after the identity provider's login form\nhelp: it asks for a separate password, which was not entered/,
    ],
    [
      "a Java runtime that does not trust the realm",
      { login: "untrusted" },
      /^refuted: .*'PKIX path building failed' .*does not trust the identity provider's certificate/,
    ],
    [
      "a login service that leads elsewhere",
      { login: "elsewhere" },
      /^refuted: the login service \(.*\) leads to https:\/\/portal\.example\.net\/welcome, which sso\.yaml does not declare; nothing was sent there\n/,
    ],
    ["a circle", { login: "loop" }, /^refuted: the login service \(.*\) leads in a circle before any login form of the realm\n/],
    [
      "another client secret",
      { idp: { client: { id: "plm", secret: "another", redirectUris: [CALLBACK] } } },
      /^refuted: .*'unauthorized_client' .*not by this secret\n/,
    ],
    [
      "a gateway without single sign-on",
      { gateway: { fault: "no-single-sign-on" } },
      /^refuted: the gateway \(.*\/AWSSOLogin\) answers 404 after a clean sign-in at the login service: nothing takes the ticket there\n/,
    ],
    [
      "an identity provider that is down",
      { down: [IDP] },
      /^not-proven: https:\/\/idp\.example\.com:8443\/.*nothing listens there/,
    ],
    ["a login service that is down", { down: [LOGIN] }, /^not-proven: https:\/\/plm\.example\.com:7001\/.*nothing listens there/],
  ])("%s", async (_words, { given, ...faults }, said) => {
    const { words, found } = await judged(faults, given);
    expect(words).toMatch(said);
    expect(found.unreachable === true).toBe(faults.down !== undefined);
  });

  test("no password is typed by plain http", async () => {
    const { words, requests } = await judged({}, { yaml: LIVE.replace("base: https://idp", "base: http://idp") });
    expect(words).toBe(
      "skipped: the environment does not say an https address of the realm: by plain http a password could be read on the way, so none is typed",
    );
    expect(requests).toEqual([]);
  });

  test("is skipped in words where sso.yaml does not say where to sign in", async () => {
    const { words } = await judged({}, { yaml: LIVE.replace(/loginService: .*/, "loginService: {}") });
    expect(words).toBe(
      "skipped: the environment does not say the login service's address: loginService.base and loginService.name",
    );
  });
});
