import { describe, expect, test } from "vitest";
import { probe } from "../../../../src/live/probe/sso/chain.ts";
import { probe as bothWays } from "../../../../src/live/probe/tier/password-versus-sso.ts";
import { answer, type Live } from "../../../support/live/live.ts";
import { readTape } from "../../../support/live/tapes.ts";
import { leadsTo, page } from "../../../support/live/web.ts";
import { LIVE } from "../../../compiler/sso/scene.ts";
import { asked, read } from "../scene.ts";
import { CALLBACK, CLIENT, type Faults, signInServers } from "./scene.ts";

const [IDP, LOGIN, GATEWAY] = ["https://idp.example.com:8443", "https://plm.example.com:7001", "https://plm.example.com:3000"];
const OTHER_SECRET: Faults["idp"] = { client: { ...CLIENT, secret: "another" } };
const TICKET = /pool manager|515143/;

async function judged(faults: Faults) {
  const { exchange, asked: requests } = signInServers(faults);
  const found = await asked(probe, { exchange });
  return { found, words: read(found), requests };
}

/** A web client that answers every address of a browser with its page. */
const answersAll: Faults["before"] = {
  [GATEWAY]: (live) => (request) =>
    request.url.pathname === "/AWSSOLogin" && request.method === "GET"
      ? page("<div id=app></div>", 200, "Web client")
      : live(request),
};

describe("[F13][F8] a login service that makes nothing of the code", () => {
  test.each<readonly [words: string, faults: Faults]>([
    ["another client secret", { idp: OTHER_SECRET, login: "own-error-page" }],
    ["a token endpoint that is not the realm's", { login: "wrong-token-endpoint" }],
    [
      "another secret, where the web client answers everything",
      { idp: OTHER_SECRET, login: "own-error-page", before: answersAll },
    ],
    [
      "another secret, with the web client's own start",
      { idp: OTHER_SECRET, login: "own-error-page", gateway: { starts: "single-page" } },
    ],
  ])("is named although its page has status 200: %s", async (_words, faults) => {
    const { found, words } = await judged(faults);
    expect(words).toMatch(
      /^refuted: the login service \(https:\/\/plm\.example\.com:7001\/tcsso\/weblogin\/oidc_callback\) answers 200 with a page called 'Error' that begins with 'Error: Error in handling response type\.' after the identity provider's login form, and does not go on to the gateway: it makes nothing of the code .*\nhelp: look at the login service's own log .* 1\. its client secret .* 2\. its token endpoint .* 3\. its trust store/,
    );
    expect(found.facts).toMatchObject({ failed: "login service", reached: "identity provider" });
    expect(words).not.toMatch(TICKET);
  });

  test("is named where it sends people to the web application all the same", async () => {
    const { found, words } = await judged({ idp: OTHER_SECRET, login: "home-on-error", gateway: { starts: "single-page" } });
    expect(words).toMatch(
      /^refuted: the login service takes the code and leads on to the gateway \(https:\/\/plm\.example\.com:3000\/awc\), which answers 200 with a page called 'Web client'; no ticket came to its \/AWSSOLogin, .*\nhelp: look at the login service's own log/,
    );
    expect(found.facts).toMatchObject({ failed: "login service", reached: "identity provider" });
    expect(words).not.toMatch(TICKET);
  });

  test("does not send the other probe to the pool manager either", async () => {
    const { exchange } = signInServers({ idp: OTHER_SECRET, login: "own-error-page", before: answersAll });
    const words = read(await asked(bothWays, { exchange }));
    expect(words).toMatch(/^not-proven: .* does not come to the ticket path: the login service .* does not go on to the gateway/);
    expect(words).not.toMatch(TICKET);
  });

  test("is told by the words of its page where they are known", async () => {
    const { found, words } = await judged({ idp: OTHER_SECRET });
    expect(words).toMatch(/^refuted: the login service .*'unauthorized_client' .*not by this secret\n/);
    expect(found.facts.failed).toBe("login service");
  });

  test.each<readonly [words: string, faults: Faults, said: RegExp]>([
    [
      "it leads to a page of its own that is not there",
      { login: "lost-after-code" },
      /^refuted: the login service takes the code and leads on to https:\/\/plm\.example\.com:7001\/tcsso\/weblogin\/welcome, which answers 404 with .*, and not to the gateway\n/,
    ],
    [
      "it asks the identity provider for a code again",
      { login: "asks-again" },
      /^refuted: the login service takes what the identity provider gives it, and sends people back to the identity provider \(.*\/auth\) instead of on to the gateway\nhelp: look at the login service's own log/,
    ],
    [
      "its page needs a script to go on",
      { login: "script-alone" },
      /^not-proven: the login service \(.*oidc_callback\) answers 200 with a page without text after the identity provider's login form, and does not lead on to the gateway without a script; asked next, the gateway \(\S+\) answers 401\n/,
    ],
  ])("%s", async (_words, faults, said) => {
    const { found, words } = await judged(faults);
    expect(words).toMatch(said);
    expect(found.facts.failed).toBe("login service");
  });

  describe("that waits for the gateway to ask for its ticket", () => {
    /** A gateway that sends who has no ticket to the login service. */
    const asks: Faults["before"] = {
      [GATEWAY]: (live) => (request) =>
        request.url.pathname === "/AWSSOLogin" && request.method === "GET"
          ? leadsTo(`${LOGIN}/tcsso/weblogin/handover`)
          : live(request),
    };

    test("is no failure where the gateway gets it", async () => {
      expect((await judged({ login: "waits-for-gateway", before: asks })).found.outcome).toBe("proven");
    });

    test("is not blamed where the tier refuses its ticket", async () => {
      const { found, words } = await judged({ login: "waits-for-gateway", before: asks, tier: { ticket: () => false } });
      expect(words).toMatch(/^refuted: the gateway .*515143/);
      expect(found.facts.failed).toBe("gateway");
    });

    test("is told with what the gateway answers where that never asks", async () => {
      const { words } = await judged({ login: "waits-for-gateway", gateway: { fault: "no-single-sign-on" } });
      expect(words).toMatch(
        /^refuted: the login service .* a page called 'Signed in' that begins with 'You are signed in\.' .*; asked next, the gateway \(https:\/\/plm\.example\.com:3000\/AWSSOLogin\) answers 404\n/,
      );
    });
  });

  const played = (name: "26.7.3/login-service-wrong-secret" | "26.7.3/login-service-right"): Faults => {
    const { exchanges } = readTape(name);
    const callback = exchanges.find(({ request }) => request.target.includes("/oidc_callback"))?.response;
    const first = exchanges.at(-1)?.response;
    if (!callback || !first) throw new Error("no answer of the callback");
    const answered = ({ status, headers, body }: typeof callback) =>
      answer(status, "text/html", body ?? "", Object.fromEntries(headers.filter(([key]) => key === "Location")));
    return {
      before: {
        [LOGIN]: (live: Live) => (request) => {
          if (request.url.pathname.endsWith("/oidc_callback") && request.url.searchParams.has("code")) return answered(callback);
          const signedIn = name.endsWith("right") && requestsOf.get(live) === true;
          requestsOf.set(live, true);
          return signedIn && request.url.pathname.endsWith("/oidc_redirect") ? answered(first) : live(request);
        },
      },
    };
  };
  const requestsOf = new Map<Live, boolean>();

  test("is named as a real one shows it: a wrong secret, and a code that it took", async () => {
    const wrong = await judged(played("26.7.3/login-service-wrong-secret"));
    expect(wrong.words).toMatch(
      /^refuted: the login service \(.*oidc_callback\) answers 200 with a page called 'Error' that begins with 'Error: OpenID Connect Provider error: Error in handling response type\.' .* does not go on to the gateway/,
    );
    const right = await judged(played("26.7.3/login-service-right"));
    expect(right.words).toMatch(
      /^refuted: the login service takes the code and leads on to https:\/\/plm\.example\.com:7001\/tcsso\/weblogin\/oidc_redirect, which answers 404 with a page called '404 Not Found'/,
    );
    expect(right.words).not.toMatch(/makes nothing of the code/);
  });
});

describe("[F13][F8] who failed", () => {
  test.each<readonly [failed: string, words: string, faults: Faults]>([
    ["identity provider", "a client that is switched off", { idp: { refuses: "client-disabled" } }],
    ["identity provider", "a user that is disabled", { idp: { account: "disabled" } }],
    ["login service", "a Java runtime that does not trust the realm", { login: "untrusted" }],
    ["login service", "a form of its own", { login: "own-form" }],
    ["gateway", "no single sign-on", { gateway: { fault: "no-single-sign-on" } }],
    ["gateway", "a ticket that the tier refuses, told by the gateway", { tier: { ticket: () => false, faultStatus: 500 } }],
    [
      "tier",
      "a session that does not stay",
      { tier: { faults: { getTCSessionAnalyticsInfo: { type: "InvalidUserException", code: 1000, message: "" } } } },
    ],
  ])("the %s: %s", async (failed, _words, faults) => {
    const { found, words } = await judged(faults);
    expect(found.outcome).toBe("refuted");
    expect(found.facts.failed).toBe(failed);
    expect(words).toMatch(failed === "tier" ? /ends without a session/ : new RegExp(`^refuted: the ${failed}`));
  });

  test("nobody, where the sign-in is right", async () => {
    const { found } = await judged({});
    expect([found.outcome, found.facts.failed]).toEqual(["proven", undefined]);
  });

  test("is named by the path where all servers share one address behind a proxy", async () => {
    const one = (url: string) =>
      url.replace(/https:\/\/(?:idp\.example\.com:8443|plm\.example\.com:\d+)/g, "https://plm.example.com");
    const inner = (path: string) => (path.startsWith("/realms/") ? IDP : path.startsWith("/tcsso/") ? LOGIN : GATEWAY);
    const yaml = LIVE.replace(/https:\/\/(?:idp\.example\.com:8443|plm\.example\.com:\d+)/g, "https://plm.example.com");
    const shared = (faults: Faults) => {
      const net = signInServers(faults);
      const exchange: typeof net.exchange = async (request) => {
        const url = new URL(request.url);
        if (url.origin !== "https://plm.example.com") return net.exchange(request);
        // what the servers are told has their own addresses again
        const origins = [...new Set([inner(url.pathname)])];
        const toInner = (text: string) =>
          text.replaceAll(encodeURIComponent("https://plm.example.com/tcsso"), encodeURIComponent(`${LOGIN}/tcsso`));
        const answered = await net.exchange({ ...request, url: toInner(`${origins[0]}${url.pathname}${url.search}`) });
        const location = answered.headers.get("location");
        const headers = new Map(answered.headers);
        if (location)
          headers.set(
            "location",
            location
              .map(one)
              .map((to) => to.replaceAll(encodeURIComponent(LOGIN), encodeURIComponent("https://plm.example.com"))),
          );
        return { ...answered, headers, body: Buffer.from(one(answered.body.toString("utf8"))) };
      };
      return asked(probe, { exchange, yaml, discovery: null });
    };
    const wrong = await shared({ idp: OTHER_SECRET, login: "own-error-page" });
    expect(read(wrong)).toMatch(
      /^refuted: the login service \(https:\/\/plm\.example\.com\/tcsso\/weblogin\/oidc_callback\) answers 200/,
    );
    const closed = await shared({ gateway: { fault: "no-single-sign-on" } });
    expect(read(closed)).toMatch(/^refuted: the gateway \(https:\/\/plm\.example\.com\/AWSSOLogin\) answers 404/);
    expect((await shared({})).outcome).toBe("proven");
  });
});

describe("[F13][F8] an OAuth error that comes back to the login service", () => {
  test.each<readonly [refuses: NonNullable<NonNullable<Faults["idp"]>["refuses"]>, said: RegExp, help: RegExp]>([
    [
      "standard-flow-off",
      /the error 'unauthorized_client' \('Client is not allowed .* Standard flow is disabled for the client\.'\) in place of a code: the client does not take people to a login page/,
      /switch 'Standard flow' on/,
    ],
    [
      "wants-pkce",
      /the error 'invalid_request' \('Missing parameter: code_challenge_method'\) in place of a code: the client demands PKCE, and the request had none/,
      /let the login service send PKCE/,
    ],
    ["scope", /the error 'invalid_scope' \('Invalid scopes: openid profile email'\)/, /give the client the scopes/],
    [
      "par",
      /the error 'invalid_request' \('Pushed Authorization Request is only allowed\.'\)/,
      /Pushed authorization request required/,
    ],
    ["no-login", /the error 'login_required' in place of a code/, /prompt=none/],
  ])("is the identity provider's, with its description: %s", async (refuses, said, help) => {
    const { found, words } = await judged({ idp: { refuses } });
    expect(words).toMatch(
      new RegExp(
        `^refuted: the identity provider \\(${IDP}/realms/engineering/\\S+/auth\\) sends the login service ${said.source}`,
      ),
    );
    expect(words.split("\nhelp: ")[1]).toMatch(help);
    expect(found.facts).toMatchObject({ failed: "identity provider", passwordSentTo: [] });
  });

  test("is none where the login service sends what the client demands", async () => {
    expect((await judged({ idp: { refuses: "wants-pkce" }, pkce: true })).found.outcome).toBe("proven");
  });

  test("after the password is told, too, and an error before a code is none", async () => {
    const back = (query: string): Faults => ({
      before: {
        [IDP]: (live) => async (request) => {
          const answered = await live(request);
          const to = [answered.headers.location ?? ""].flat()[0] ?? "";
          if (!request.url.pathname.endsWith("/authenticate") || !to.startsWith(CALLBACK)) return answered;
          const state = new URL(to).searchParams.get("state") ?? "";
          return leadsTo(`${CALLBACK}?${query.replace("STATE", state)}`);
        },
      },
    });
    const late = await judged(back("error=temporarily_unavailable&error_description=authentication_expired&state=STATE"));
    expect(late.words).toMatch(
      /^refuted: the identity provider .* the error 'temporarily_unavailable' \('authentication_expired'\) in place of a code: the sign-in was too slow/,
    );
    expect(late.found.facts.reached).toBe("login form");
    const foreign = await judged(back("error=access_denied&state=another"));
    expect(foreign.words).toMatch(/; its state is not that of the request, so that the login service refuses it as well\n/);
  });

  test("in an address of somebody else is not the identity provider's", async () => {
    const elsewhere = leadsTo("https://plm.example.com:7001/tcsso/weblogin/other?error=access_denied&state=x");
    const { words } = await judged({
      before: { [IDP]: (live) => (request) => (request.url.pathname.endsWith("/authenticate") ? elsewhere : live(request)) },
    });
    expect(words).not.toMatch(/sends the login service the error/);
  });
});
