import { isObject, type Json, type JsonObject } from "./json.ts";
import type { IdpRequest } from "./transport.ts";

/** The server's placeholder for a secret in a document. If it were sent back, it would become the secret. */
export const ASTERISKS = "**********";

const holdsAsterisks = (value: Json): boolean =>
  value === ASTERISKS ||
  (Array.isArray(value)
    ? (value as readonly Json[]).some(holdsAsterisks)
    : isObject(value) && Object.values(value).some(holdsAsterisks));

/**
 * Returns the fields that are safe to send. A field that is not sent stays unchanged; a map with a hidden secret is left out as a whole, except
 * attributes.
 */
function withoutAsterisks(body: JsonObject): JsonObject {
  const kept = Object.entries(body).flatMap(([key, value]): [string, Json][] => {
    if (!holdsAsterisks(value)) return [[key, value]];
    return key === "attributes" && isObject(value) ? [[key, withoutAsterisks(value)]] : [];
  });
  return Object.fromEntries(kept);
}

/**
 * Returns the body for a write of a realm or client without two things: the list of mappers, which would replace the server's list (mappers are
 * written one by one), and secrets that the server shows as asterisks.
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
