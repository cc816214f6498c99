import { type JsonWebKey, randomBytes } from "node:crypto";
import { newJwks } from "../keys.ts";
import { IdentityPages, type Speaks, type WantedStep } from "./identity-pages.ts";
import type { Live, LiveAnswer, LiveRequest } from "./live.ts";
import { cookieOf, formOf, hostOf, json, leadsTo, page } from "./web.ts";

/** Errors that go back to who asked, with its own state: error and description. */
const RETURNS = {
  "standard-flow-off": [
    "unauthorized_client",
    "Client is not allowed to initiate browser login with given response_type. Standard flow is disabled for the client.",
  ],
  par: ["invalid_request", "Pushed Authorization Request is only allowed."],
  scope: ["invalid_scope", "Invalid scopes: openid profile email"],
  "no-login": ["login_required", ""],
  "wants-pkce": ["invalid_request", "Missing parameter: code_challenge_method"],
  "wants-pkce-challenge": ["invalid_request", "Invalid parameter: code_challenge"],
  "wants-pkce-plain": ["invalid_request", "Invalid parameter: code challenge method is not matching the configured one"],
} as const;

export interface IdentityProviderOptions {
  /** The issuer: BASE/realms/REALM. */
  readonly realm: string;
  readonly client: { readonly id: string; readonly secret: string; readonly redirectUris: readonly string[] };
  /** Passwords by username, as stored: lower case. */
  readonly users: Readonly<Record<string, string>>;
  /** What goes wrong. */
  readonly fault?:
    | "addresses-follow-host"
    | "issuer-follows-host"
    | "any-redirect"
    | "no-login-page"
    | "not-realm-scoped"
    | "any-realm"
    | "any-keys"
    | "order-changes"
    /** The port of the issuer follows the request, as with a host name without a scheme. */
    | "port-follows-host"
    /** Token, user information and keys follow the request (dynamic back channel). */
    | "back-channel-follows-host"
    /** The realm, and no other one, has an address of its own. */
    | "frontend-url"
    | "broker"
    | "action-elsewhere"
    | "password-onward"
    | "name-first"
    | "name-first-broker"
    | "other-user";
  /** What the authorization endpoint refuses: by a page of its own, or by an error that goes back. */
  readonly refuses?: keyof typeof RETURNS | "client-disabled" | "realm-disabled" | "bearer-only" | "deny";
  /** What is wanted after the right password. */
  readonly wants?: WantedStep;
  /** The right password of such an account is refused. */
  readonly account?: "disabled" | "locked";
  readonly speaks?: Speaks;
  readonly keys?: "RS256" | "ES256" | "weak" | "encryption" | "none";
}

/** A public key of its kind. An RSA modulus is any odd number here: nobody signs with it, and finding two primes takes longer than the tests. */
function publicKey(kind: "RS256" | "ES256" | "weak"): JsonWebKey {
  if (kind === "ES256") return newJwks(kind).publicKey;
  const modulus = Buffer.alloc(kind === "weak" ? 128 : 256, 0xa5);
  return { kty: "RSA", e: "AQAB", n: modulus.toString("base64url") };
}

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const random = (): string => randomBytes(18).toString("base64url");

/** An identity provider of ours, as a function: discovery, keys, a login form with hidden fields, codes that count once. */
export function identityProvider(options: IdentityProviderOptions): Live {
  const { realm, client, users, fault, refuses, wants, account, speaks = "en", keys = "RS256" } = options;
  const pages = new IdentityPages(speaks);
  const kind = keys === "ES256" || keys === "weak" ? keys : "RS256";
  const prefix = new URL(realm).pathname;
  const sessions = new Map<string, URLSearchParams>();
  const codes = new Map<string, { readonly user: string; readonly nonce: string | null; readonly redirect: string }>();
  const names = new Map<string, string>();
  let asked = 0;

  const discovery = (request: LiveRequest): LiveAnswer => {
    const { pathname } = request.url;
    const path = pathname.replace(/\/\.well-known.*$/, "");
    const { hostname, protocol } = new URL(realm);
    const portOf = /:\d+$/.exec(hostOf(request))?.[0] ?? "";
    const named = hostOf(request).startsWith(`${protocol}//${hostname}`);
    const follows = fault === "addresses-follow-host" || fault === "issuer-follows-host";
    const fixed =
      fault === "frontend-url" && path === prefix
        ? `https://front.example.com${prefix}`
        : fault === "port-follows-host" && named
          ? `${protocol}//${hostname}${portOf}${path}`
          : `${new URL(realm).origin}${path}`;
    const own = follows ? `${hostOf(request)}${path}` : fixed;
    const oidc =
      fault === "not-realm-scoped" ? `${new URL(realm).origin}/protocol/openid-connect` : `${own}/protocol/openid-connect`;
    const back = fault === "back-channel-follows-host" ? `${hostOf(request)}${path}/protocol/openid-connect` : oidc;
    const algs = ["RS256", "ES256"];
    asked += 1;
    return json({
      issuer: fault === "issuer-follows-host" ? own : fixed,
      authorization_endpoint: `${fault === "addresses-follow-host" ? fixed : own}/protocol/openid-connect/auth`,
      token_endpoint: `${back}/token`,
      userinfo_endpoint: `${back}/userinfo`,
      jwks_uri: `${back}/certs`,
      end_session_endpoint: `${oidc}/logout`,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: fault === "order-changes" && asked % 2 === 0 ? algs.toReversed() : algs,
    });
  };

  const jwks = (): LiveAnswer => {
    const own = {
      ...publicKey(kind),
      kid: "one",
      use: keys === "encryption" ? "enc" : "sig",
      alg: kind === "weak" ? "RS256" : kind,
    };
    return json({ keys: keys === "none" ? [] : [own] });
  };

  const actionOf = (session: string, { url }: LiveRequest): string =>
    `${fault === "action-elsewhere" ? "https://collector.example.net" : url.origin}${prefix}/login-actions/authenticate?session_code=${session}&execution=0b7c`;
  const BOTH =
    '<input name="username" type="text"><input name="password" type="password"><input type="hidden" name="credentialId" value="select-this-one">';
  const form = (session: string, request: LiveRequest, what?: "wrong" | "disabled"): LiveAnswer =>
    pages.form(request, actionOf(session, request), BOTH, what);
  /** The name on one page, the password on the next. */
  const half = (session: string, request: LiveRequest, asks: string, what?: "wrong"): LiveAnswer =>
    pages.form(request, actionOf(session, request), asks, what);

  /** An error that goes back with the state of who asked. */
  const returned = (query: URLSearchParams, [error, description]: (typeof RETURNS)[keyof typeof RETURNS]): LiveAnswer => {
    const to = new URL(query.get("redirect_uri") ?? "");
    to.searchParams.set("error", error);
    if (description !== "") to.searchParams.set("error_description", description);
    to.searchParams.set("state", query.get("state") ?? "");
    to.searchParams.set("iss", realm);
    return leadsTo(to.href);
  };

  /** What a client's settings refuse; null: nothing. */
  const refusal = (request: LiveRequest): LiveAnswer | null => {
    const query = request.url.searchParams;
    if (refuses === "client-disabled" || refuses === "realm-disabled") return pages.refused(request, refuses);
    if (refuses === "bearer-only") return pages.refused(request, refuses, 403);
    if (refuses === "deny") return pages.refused(request, refuses, 401);
    if (refuses === undefined) return null;
    const method = query.get("code_challenge_method");
    if (refuses.startsWith("wants-pkce") && method === null) return returned(query, RETURNS["wants-pkce"]);
    if (refuses === "wants-pkce") {
      if (method !== "S256") return returned(query, RETURNS["wants-pkce-plain"]);
      return query.get("code_challenge")?.length === 43 ? null : returned(query, RETURNS["wants-pkce-challenge"]);
    }
    return returned(query, RETURNS[refuses]);
  };

  const authorize = (request: LiveRequest): LiveAnswer => {
    const { searchParams: query } = request.url;
    if (query.get("client_id") !== client.id) return pages.refused(request, "client-not-found");
    if (fault !== "any-redirect" && !client.redirectUris.includes(query.get("redirect_uri") ?? ""))
      return pages.refused(request, "redirect-uri");
    const refused = refusal(request);
    if (refused) return refused;
    if (fault === "no-login-page") return page("<p>It works!</p>");
    if (fault === "broker") return leadsTo("https://accounts.example.net/adfs/ls?wa=wsignin1.0");
    const session = random();
    sessions.set(session, query);
    const first = fault?.startsWith("name-first")
      ? half(session, request, '<input name="username" type="text">')
      : form(session, request);
    const { headers, ...rest } = first;
    return { ...rest, headers: { ...headers, "set-cookie": [`AUTH_SESSION_ID=${session}; Path=${prefix}/; Secure; HttpOnly`] } };
  };

  const authenticate = (request: LiveRequest): LiveAnswer => {
    const session = request.url.searchParams.get("session_code") ?? "";
    const query = sessions.get(session);
    if (!query || cookieOf(request, "AUTH_SESSION_ID") !== session) return pages.refused(request, "cookie");
    const typed = formOf(request);
    if (fault?.startsWith("name-first") && !names.has(session)) {
      if (typed.has("password")) return page("A password was not asked for.", 400);
      names.set(session, typed.get("username") ?? "");
      if (fault === "name-first-broker") return leadsTo("https://accounts.example.net/adfs/ls?wa=wsignin1.0");
      return half(session, request, '<input type="password" name="password">');
    }
    const user = (names.get(session) ?? typed.get("username") ?? "").toLowerCase();
    if (names.has(session)) {
      if (typed.has("username")) return page("The name was known.", 400);
      typed.set("credentialId", "select-this-one");
      if (users[user] !== typed.get("password"))
        return half(session, request, '<input type="password" name="password">', "wrong");
    }
    if (users[user] === undefined || users[user] !== typed.get("password") || typed.get("credentialId") !== "select-this-one")
      return form(session, request, "wrong");
    if (account) return form(session, request, account === "disabled" ? "disabled" : "wrong");
    if (fault === "password-onward") return leadsTo(query.get("redirect_uri") ?? "", [], 307);
    if (wants === "OTP") return pages.wanted(request, wants);
    if (wants)
      return leadsTo(`${request.url.origin}${prefix}/login-actions/required-action?execution=${wants}&client_id=${client.id}`);
    sessions.delete(session);
    const code = random();
    const redirect = query.get("redirect_uri") ?? "";
    codes.set(code, { user: fault === "other-user" ? "somebody" : user, nonce: query.get("nonce"), redirect });
    const to = new URL(redirect);
    to.searchParams.set("state", query.get("state") ?? "");
    to.searchParams.set("code", code);
    return leadsTo(to.href);
  };

  const token = (request: LiveRequest): LiveAnswer => {
    const basic = Buffer.from((request.headers.authorization ?? "").replace(/^Basic /, ""), "base64").toString("utf8");
    if (basic !== `${client.id}:${client.secret}`)
      return json({ error: "unauthorized_client", error_description: "Invalid client or Invalid client credentials" }, 401);
    const form = formOf(request);
    const code = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    if (!code || code.redirect !== form.get("redirect_uri"))
      return json({ error: "invalid_grant", error_description: "Code not valid" }, 400);
    const claims = {
      iss: realm,
      aud: client.id,
      sub: "0b7c9a7e-6c7f-4a3e-9f2d-1f6a5e0c2b11",
      preferred_username: code.user,
      nonce: code.nonce,
    };
    const token = `${part({ alg: kind, kid: "one" })}.${part(claims)}.${Buffer.from("nobody looks").toString("base64url")}`;
    return json({ access_token: random(), token_type: "Bearer", id_token: token });
  };

  const oidc = `${prefix}/protocol/openid-connect`;
  return (request) => {
    const { pathname } = request.url;
    if (pathname === `${prefix}/.well-known/openid-configuration`) return discovery(request);
    if (pathname === `${prefix}/login-actions/required-action` && wants) return pages.wanted(request, wants);
    // realm master is on every server
    if (fault === "frontend-url" && pathname === "/realms/master/.well-known/openid-configuration") return discovery(request);
    if (fault === "any-realm" && pathname.endsWith("/.well-known/openid-configuration")) return discovery(request);
    if (pathname === `${oidc}/certs` || (fault === "any-keys" && pathname.includes("/certs"))) return jwks();
    if (pathname === `${oidc}/auth`) return authorize(request);
    if (pathname === `${prefix}/login-actions/authenticate` && request.method === "POST") return authenticate(request);
    if (pathname === `${oidc}/token` && request.method === "POST") return token(request);
    return json({ error: "Realm does not exist" }, 404);
  };
}
