import { isObject, type Json, type JsonObject } from "./json.ts";
import type { IdpRequest } from "./transport.ts";

/** The text that the server shows in place of a secret. If it were sent back, it would become the secret. */
export const ASTERISKS = "**********";

const holdsAsterisks = (value: Json): boolean =>
  value === ASTERISKS ||
  (Array.isArray(value)
    ? (value as readonly Json[]).some(holdsAsterisks)
    : isObject(value) && Object.values(value).some(holdsAsterisks));

/**
 * Returns the fields of a document that are safe to send: without values that the server hid. A field that is not sent stays unchanged; a
 * map with a hidden value is left out as a whole, except attributes.
 */
function withoutAsterisks(body: JsonObject): JsonObject {
  const kept = Object.entries(body).flatMap(([key, value]): [string, Json][] => {
    if (!holdsAsterisks(value)) return [[key, value]];
    return key === "attributes" && isObject(value) ? [[key, withoutAsterisks(value)]] : [];
  });
  return Object.fromEntries(kept);
}

/**
 * Returns the body for a write of a realm or client, without secrets that the server shows as asterisks; any other body unchanged. A client
 * is replaced (PUT) without its mappers, because the sent list would replace the server's list.
 * @param parts the path below the realm.
 */
export function sendable(method: IdpRequest["method"], parts: readonly string[], body: Json): Json {
  const isRealm = parts.length === 0;
  const isClient = parts[0] === "clients" && parts.length <= 2;
  if (!isObject(body) || !(isRealm || isClient)) return body;
  if (!isClient || method !== "PUT") return withoutAsterisks(body);
  const { protocolMappers, ...rest } = body;
  return withoutAsterisks(rest);
}
