import { generateKeyPairSync, type JsonWebKey, randomBytes } from "node:crypto";
import type { Live, LiveAnswer, LiveRequest } from "./live.ts";
import { cookieOf, formOf, hostOf, json, leadsTo, page } from "./web.ts";

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
    | "broker"
    | "action-elsewhere"
    | "password-onward"
    | "required-action"
    | "name-first"
    | "name-first-broker"
    | "other-user";
  readonly keys?: "RS256" | "ES256" | "weak" | "encryption" | "none";
}

/** A public key of its kind. An RSA modulus is any odd number here: nobody signs with it, and finding two primes takes longer than the tests. */
function publicKey(kind: "RS256" | "ES256" | "weak"): JsonWebKey {
  if (kind === "ES256") return generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey.export({ format: "jwk" });
  const modulus = Buffer.alloc(kind === "weak" ? 128 : 256, 0xa5);
  return { kty: "RSA", e: "AQAB", n: modulus.toString("base64url") };
}

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const random = (): string => randomBytes(18).toString("base64url");

/** An identity provider of ours, as a function: discovery, keys, a login form with hidden fields, codes that count once. */
export function identityProvider(options: IdentityProviderOptions): Live {
  const { realm, client, users, fault, keys = "RS256" } = options;
  const kind = keys === "ES256" || keys === "weak" ? keys : "RS256";
  const prefix = new URL(realm).pathname;
  const sessions = new Map<string, URLSearchParams>();
  const codes = new Map<string, { readonly user: string; readonly nonce: string | null; readonly redirect: string }>();
  const names = new Map<string, string>();
  let asked = 0;

  const discovery = (request: LiveRequest): LiveAnswer => {
    const { pathname } = request.url;
    const own =
      fault === "addresses-follow-host" || fault === "issuer-follows-host"
        ? `${hostOf(request)}${pathname.replace(/\/\.well-known.*$/, "")}`
        : realm;
    const oidc =
      fault === "not-realm-scoped" ? `${new URL(realm).origin}/protocol/openid-connect` : `${own}/protocol/openid-connect`;
    const algs = ["RS256", "ES256"];
    asked += 1;
    return json({
      issuer: fault === "issuer-follows-host" ? own : realm,
      authorization_endpoint: `${fault === "addresses-follow-host" ? realm : own}/protocol/openid-connect/auth`,
      token_endpoint: `${oidc}/token`,
      userinfo_endpoint: `${oidc}/userinfo`,
      jwks_uri: `${oidc}/certs`,
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

  const form = (session: string, origin: string, wrong = ""): LiveAnswer => {
    const action = `${fault === "action-elsewhere" ? "https://collector.example.net" : origin}${prefix}/login-actions/authenticate?session_code=${session}`;
    return page(
      `<p>${wrong}</p><form id="kc-form-login" action="${action.replaceAll("&", "&amp;")}" method="post">` +
        '<input name="username" type="text"><input name="password" type="password">' +
        '<input type="hidden" name="credentialId" value="select-this-one"><input name="login" type="submit" value="Sign In"></form>',
      200,
      "Sign in to engineering",
    );
  };

  /** The name on one page, the password on the next. */
  const half = (session: string, origin: string, asks: string): LiveAnswer =>
    page(
      `<form id="kc-form-login" action="${origin}${prefix}/login-actions/authenticate?session_code=${session}" method="post">${asks}` +
        '<input name="login" type="submit" value="Sign In"></form>',
      200,
      "Sign in to engineering",
    );

  const refused = (what: string): LiveAnswer => page(`<h1>We are sorry...</h1><p>${what}</p>`, 400, "Error");

  const authorize = ({ url }: LiveRequest): LiveAnswer => {
    const { searchParams: query } = url;
    if (query.get("client_id") !== client.id) return refused("Client not found.");
    if (fault !== "any-redirect" && !client.redirectUris.includes(query.get("redirect_uri") ?? ""))
      return refused("Invalid parameter: redirect_uri");
    if (fault === "no-login-page") return page("<p>It works!</p>");
    if (fault === "broker") return leadsTo("https://accounts.example.net/adfs/ls?wa=wsignin1.0");
    const session = random();
    sessions.set(session, query);
    const first = fault?.startsWith("name-first")
      ? half(session, url.origin, '<input name="username" type="text">')
      : form(session, url.origin);
    const { headers, ...rest } = first;
    return { ...rest, headers: { ...headers, "set-cookie": [`AUTH_SESSION_ID=${session}; Path=${prefix}/; Secure; HttpOnly`] } };
  };

  const authenticate = (request: LiveRequest): LiveAnswer => {
    const session = request.url.searchParams.get("session_code") ?? "";
    const query = sessions.get(session);
    if (!query || cookieOf(request, "AUTH_SESSION_ID") !== session) return refused("Cookie not found.");
    const typed = formOf(request);
    if (fault?.startsWith("name-first") && !names.has(session)) {
      if (typed.has("password")) return refused("A password was not asked for.");
      names.set(session, typed.get("username") ?? "");
      if (fault === "name-first-broker") return leadsTo("https://accounts.example.net/adfs/ls?wa=wsignin1.0");
      return half(session, request.url.origin, '<input type="password" name="password">');
    }
    const user = (names.get(session) ?? typed.get("username") ?? "").toLowerCase();
    if (names.has(session)) {
      if (typed.has("username")) return refused("The name was known.");
      typed.set("credentialId", "select-this-one");
      if (users[user] !== typed.get("password"))
        return half(session, request.url.origin, '<p>Invalid password.</p><input type="password" name="password">');
    }
    if (users[user] === undefined || users[user] !== typed.get("password") || typed.get("credentialId") !== "select-this-one")
      return form(session, request.url.origin, "Invalid username or password.");
    if (fault === "password-onward") return leadsTo(query.get("redirect_uri") ?? "", [], 307);
    if (fault === "required-action")
      return page(
        '<form action="update" method="post"><input name="email" type="email"><input type="submit"></form>',
        200,
        "Update Account Information",
      );
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
    if (fault === "any-realm" && pathname.endsWith("/.well-known/openid-configuration")) return discovery(request);
    if (pathname === `${oidc}/certs` || (fault === "any-keys" && pathname.includes("/certs"))) return jwks();
    if (pathname === `${oidc}/auth`) return authorize(request);
    if (pathname === `${prefix}/login-actions/authenticate` && request.method === "POST") return authenticate(request);
    if (pathname === `${oidc}/token` && request.method === "POST") return token(request);
    return json({ error: "Realm does not exist" }, 404);
  };
}
