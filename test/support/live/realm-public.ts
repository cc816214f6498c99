import { answer, type Json, type RealmAnswer, type RealmRequest, refused, shown } from "./realm-call.ts";
import type { Version } from "./tapes.ts";

/* What everybody may ask of a realm (realm.ts): its discovery document, and errors as data or as a page, by what is accepted. */

const PAGE = '<!DOCTYPE html>\n<html class="login-pf" lang="en"><head><title></title></head><body></body></html>';

/** Data for who takes JSON, a page for who does not. */
function failed({ headers = {} }: RealmRequest, error: string): RealmAnswer {
  const { accept = "" } = headers;
  if (accept.includes("application/json") || !accept.includes("text/html")) return refused(404, error);
  return { status: 404, headers: { "content-type": "text/html;charset=utf-8" }, body: PAGE };
}

const plainly = (body: Json): RealmAnswer => answer(200, body);

/** `isThere`: whether there is such a realm; `hostname`: what the server was told that its address is. */
export function publicAnswer(
  request: RealmRequest,
  url: URL,
  hostname: string | undefined,
  version: Version,
  isThere: (name: string) => boolean,
): RealmAnswer {
  const [first, name = "", ...rest] = url.pathname.split("/").slice(1).map(decodeURIComponent);
  const origin = hostname ?? `${url.protocol}//${request.headers?.host ?? url.host}`;
  if (url.pathname === "/") return answer(302, "", { location: `${origin}/admin/` });
  if (first !== "realms") return failed(request, "Unable to find matching target resource method");
  if (!isThere(name)) return failed(request, "Realm does not exist");
  const issuer = `${origin}/realms/${encodeURIComponent(name)}`;
  const oidc = `${issuer}/protocol/openid-connect`;
  if (rest.join("/") === "") return shown({ realm: name, "token-service": oidc, "account-service": `${issuer}/account` });
  if (rest.join("/") !== ".well-known/openid-configuration") return failed(request, "HTTP 404 Not Found");
  return (version === "26.0.7" ? shown : plainly)({
    issuer,
    authorization_endpoint: `${oidc}/auth`,
    token_endpoint: `${oidc}/token`,
    userinfo_endpoint: `${oidc}/userinfo`,
    end_session_endpoint: `${oidc}/logout`,
    jwks_uri: `${oidc}/certs`,
  });
}
