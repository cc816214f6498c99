import { randomBytes } from "node:crypto";
import type { Exchange } from "../../../src/platform/exchange.ts";
import { answer as answering, type Live, type LiveAnswer, type LiveRequest } from "./live.ts";
import { cookieOf, formOf, leadsTo, page } from "./web.ts";

export interface LoginServiceOptions {
  /** https://HOST:PORT/NAME, without a slash at the end. */
  readonly base: string;
  /** Where its own calls go, back-channel: the identity provider's token endpoint. */
  readonly exchange: Exchange;
  readonly authorization: string;
  readonly token: string;
  readonly client: { readonly id: string; readonly secret: string };
  /** The gateway's address for browsers that come with a ticket. */
  readonly handover: string;
  readonly fault?:
    | "no-reply-url"
    | "no-userid-claim"
    | "vault-not-ready"
    | "login-page-instead"
    | "untrusted"
    | "elsewhere"
    | "loop"
    /** It asks for a password itself, and takes any code that comes back. */
    | "own-form"
    /** It trusts a realm `others` of the same server. */
    | "other-realm"
    | "wrong-reply-url"
    /** What goes wrong when it redeems the code ends on its own page with status 200. */
    | "own-error-page"
    /** The same where its token endpoint is not that of the realm. */
    | "wrong-token-endpoint"
    /** It takes the code, and leads to a page of its own that is not there. */
    | "lost-after-code"
    /** It takes the code, and asks the identity provider for one again. */
    | "asks-again"
    /** Where it cannot redeem the code it sends people to the web application. */
    | "home-on-error"
    /** It ends on its own page, and gives its ticket to the gateway that asks for it. */
    | "waits-for-gateway"
    /** Its page goes on by a script of another file. */
    | "script-alone";
  /** It sends PKCE (S256), with the example of RFC 7636. */
  readonly pkce?: boolean;
}

const random = (): string => randomBytes(18).toString("base64url");
const claimsOf = (token: string): Readonly<Record<string, unknown>> =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8")) as Record<string, unknown>;

/** A ticket as the security services issue one: opaque to everybody but the tier. */
export const ticketOf = (user: string): string =>
  `${Buffer.from('{"alg":"none"}').toString("base64url")}.${Buffer.from(JSON.stringify({ sub: user, jti: random() })).toString("base64url")}.c2lnbmF0dXJl`;
export const userOfTicket = (ticket: string): string => String(claimsOf(ticket).sub);

const ask = (exchange: Exchange, url: string, headers: Readonly<Record<string, string>>, body: string) =>
  exchange({ method: "POST", url, headers, body: Buffer.from(body), via: [], ca: null, patience: 5_000, largest: 1024 * 1024 });

/** A login service of ours: it sends to the identity provider, takes the code, exchanges it back-channel and hands over a ticket. */
export function loginService(options: LoginServiceOptions): Live {
  const { base, exchange, client, handover, fault } = options;
  const realmOf = (url: string) => (fault === "other-realm" ? url.replace(/\/realms\/[^/]+/, "/realms/others") : url);
  const [authorization, right] = [realmOf(options.authorization), realmOf(options.token)];
  const token = fault === "wrong-token-endpoint" ? right.replace(/[^/]+$/, "tokens") : right;
  const ownForm = () =>
    page(
      '<form method="post"><input name="user"><input type="password" name="pw"></form>',
      200,
      "Teamcenter Security Services Login",
    );
  const callback = `${base}/weblogin/oidc_callback`;
  const reply =
    fault === "no-reply-url" ? "" : fault === "wrong-reply-url" ? callback.replace("/oidc_callback", "/callback") : callback;
  const states = new Set<string>();

  const begin = (): LiveAnswer => {
    if (fault === "no-userid-claim") return leadsTo(`${base}/weblogin/null?csrf_form=1`);
    if (fault === "vault-not-ready")
      return page("<p>No value found for required String property: tcsso.oidc.client_secret</p>", 500, "Error");
    if (fault === "elsewhere") return leadsTo("https://portal.example.net/welcome");
    if (fault === "loop") return leadsTo(`${base}/weblogin/oidc_redirect`);
    if (fault === "own-form") return ownForm();
    const state = random();
    states.add(state);
    const to = new URL(authorization);
    const query = { client_id: client.id, redirect_uri: reply, response_type: "code", scope: "openid profile email", state };
    for (const [key, value] of Object.entries(query)) to.searchParams.set(key, value);
    if (options.pkce) {
      to.searchParams.set("code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
      to.searchParams.set("code_challenge_method", "S256");
    }
    return leadsTo(to.href, [`TCSSO_STATE=${state}; Path=${new URL(base).pathname}; Secure; HttpOnly`]);
  };

  const handedOver = (ticket: string): LiveAnswer =>
    page(
      `<form method="post" action="${handover}"><input type="hidden" name="TCSSO_SESSION_KEY" value="${ticket}">` +
        "<noscript><button>Continue</button></noscript></form><script>document.forms[0].submit();</script>",
    );

  const back = async (request: LiveRequest): Promise<LiveAnswer> => {
    const { searchParams: query } = request.url;
    const [state, code] = [query.get("state") ?? "", query.get("code") ?? ""];
    if (query.has("error")) return page("<p>Error: <pre>The sign-in failed.</pre></p>", 200, "Error");
    if (code === "") return page("<p>The request has no authorization code.</p>", 400, "Error");
    if (fault !== "own-form" && (!states.delete(state) || cookieOf(request, "TCSSO_STATE") !== state))
      return page("<p>csrf token is invalid</p>", 403, "Error");
    if (fault === "untrusted")
      return page("<p>PKIX path building failed: unable to find valid certification path</p>", 500, "Error");
    if (fault === "login-page-instead") return ownForm();
    if (fault === "lost-after-code") return leadsTo(`${base}/weblogin/welcome`);
    if (fault === "asks-again") return begin();
    if (fault === "script-alone") return page("<script src=handover.js></script>", 200, "");
    const verifier = options.pkce ? { code_verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk" } : {};
    const form = new URLSearchParams({ grant_type: "authorization_code", code, redirect_uri: callback, ...verifier }).toString();
    const basic = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString("base64")}`;
    const answer = await ask(
      exchange,
      token,
      { "content-type": "application/x-www-form-urlencoded", authorization: basic },
      form,
    );
    const body = JSON.parse(answer.body.toString("utf8")) as Record<string, unknown>;
    if (answer.status !== 200 && (fault === "own-error-page" || fault === "wrong-token-endpoint"))
      return page("<p>Error: <pre>Error in handling response type.</pre></p>", 200, "Error");
    if (answer.status !== 200 && fault === "home-on-error") return leadsTo(new URL("/awc?error=login", handover).href);
    if (answer.status !== 200) return page(`<p>Token request failed: ${String(body.error)}</p>`, 500, "Error");
    const ticket = ticketOf(String(claimsOf(String(body.id_token)).preferred_username));
    if (fault !== "waits-for-gateway") return handedOver(ticket);
    const { headers, ...rest } = page("<p>You are signed in.</p>", 200, "Signed in");
    return { ...rest, headers: { ...headers, "set-cookie": [`TCSSO_TICKET=${ticket}; Path=/; Secure; HttpOnly`] } };
  };

  return (request) => {
    const path = request.url.pathname.slice(new URL(base).pathname.length);
    if (!request.url.pathname.startsWith(`${new URL(base).pathname}/`))
      return page("<p>HTTP Status 404 - Not Found</p>", 404, "Error");
    if (path === "/weblogin/oidc_redirect") return begin();
    const ticket = fault === "waits-for-gateway" ? cookieOf(request, "TCSSO_TICKET") : null;
    if (path === "/weblogin/handover" && ticket !== null) return handedOver(ticket);
    if (path === "/weblogin/null")
      return page(
        "<p>SSOConfigurationException: No value found for required String property: tcsso.oidc.userid_claim</p>",
        500,
        "Error",
      );
    if (path === "/weblogin/oidc_callback") return back(request);
    return page("<p>HTTP Status 404 - Not Found</p>", 404, "Error");
  };
}

export interface GatewayOptions {
  /** The web application's root, below which its page is. */
  readonly root: string;
  readonly loginService: string;
  /** The tier as the gateway's routes.tc.target names it: .../tc. */
  readonly tier: string;
  readonly exchange: Exchange;
  /** `single-page`: the root answers a page whose script goes on, as a web client does. */
  readonly starts?: "redirect" | "single-page";
  readonly fault?: "no-single-sign-on";
}

/** The web gateway: who has no session goes to the login service, a ticket becomes a session of the tier, and /tc is the tier itself. */
export function gateway({ root, loginService, tier, exchange, starts = "redirect", fault }: GatewayOptions): Live {
  const exchanged = async (request: LiveRequest): Promise<LiveAnswer> => {
    const ticket = formOf(request).get("TCSSO_SESSION_KEY") ?? request.url.searchParams.get("TCSSO_SESSION_KEY");
    if (ticket === null) return page("<p>no ticket</p>", 401, "Error");
    const body = JSON.stringify({
      header: { state: {}, policy: {} },
      body: { username: userOfTicket(ticket), password: ticket, ssoCredentials: ticket, group: "", role: "" },
    });
    const answer = await ask(
      exchange,
      `${tier}/JsonRestServices/Core-2008-06-Session/loginSSO`,
      { "content-type": "application/json" },
      body,
    );
    const text = answer.body.toString("utf8");
    if (answer.status !== 200 || /Exception|Fault/.test(text)) return answering(500, "application/json", text);
    // the tier's cookies become the gateway's own
    return leadsTo(
      root,
      (answer.headers.get("set-cookie") ?? []).map((cookie) => cookie.replace(/Path=[^;]+/, "Path=/")),
    );
  };
  return async (request) => {
    const { pathname, search } = request.url;
    if (fault !== "no-single-sign-on" && pathname === "/AWSSOLogin") return exchanged(request);
    if (pathname.startsWith("/tc/")) {
      const url = `${new URL(tier).origin}${pathname}${search}`;
      const { cookie, "content-type": type = "application/json" } = request.headers;
      const headers = { "content-type": type, ...(cookie === undefined ? {} : { cookie }) };
      const { status, type: answered, body } = await ask(exchange, url, headers, request.body.toString("utf8"));
      return answering(status, answered, body);
    }
    if (pathname === new URL(root).pathname) {
      const signedIn = cookieOf(request, "JSESSIONID") !== null;
      if (signedIn || starts === "single-page" || fault === "no-single-sign-on")
        return page("<div id=app></div><script src=app.js></script>", 200, "Web client");
      return leadsTo(`${loginService}/weblogin/oidc_redirect`);
    }
    return page("<p>not found</p>", 404, "Error");
  };
}
