import type { SecretValue } from "../../kernel/index.ts";
import type { Json } from "./json.ts";
import type { IdpRequest } from "./transport.ts";

/** Returns a request with form fields to a realm's token endpoint, at which administrators sign in. */
export const formRequest = (base: string, realm: string, fields: Readonly<Record<string, string>>): IdpRequest => ({
  method: "POST",
  url: `${base}/realms/${encodeURIComponent(realm)}/protocol/openid-connect/token`,
  headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
  body: Buffer.from(new URLSearchParams(fields).toString()),
});

export const withToken = (request: IdpRequest, token: SecretValue): IdpRequest => ({
  ...request,
  headers: { ...request.headers, authorization: `Bearer ${token.reveal()}` },
});

/** Returns the request for a realm's discovery document, which needs no token. */
export const discoveryRequest = (base: string, realm: string): IdpRequest => ({
  method: "GET",
  url: `${base}/realms/${encodeURIComponent(realm)}/.well-known/openid-configuration`,
  headers: { accept: "application/json" },
  body: null,
});

/** Returns a request to the admin API. Every part of path and query is encoded, so that no name in it can change the path. */
export function adminRequest(
  base: string,
  method: IdpRequest["method"],
  parts: readonly string[],
  { query = {}, body }: { readonly query?: Readonly<Record<string, string>>; readonly body?: Json } = {},
): IdpRequest {
  const path = ["admin", "realms", ...parts.map(encodeURIComponent)].join("/");
  const search = Object.keys(query).length === 0 ? "" : `?${new URLSearchParams(query)}`;
  const json = body === undefined ? null : Buffer.from(JSON.stringify(body));
  return {
    method,
    url: `${base}/${path}${search}`,
    headers: { accept: "application/json", ...(json ? { "content-type": "application/json" } : {}) },
    body: json,
  };
}
