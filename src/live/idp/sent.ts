import { isObject, type Json, type JsonObject } from "./json.ts";
import type { IdpRequest } from "./transport.ts";

/** Shows in the server's documents that it keeps a secret there. Sent back, they would become the secret. */
export const ASTERISKS = "**********";

const holdsAsterisks = (value: Json): boolean =>
  value === ASTERISKS ||
  (Array.isArray(value)
    ? (value as readonly Json[]).some(holdsAsterisks)
    : isObject(value) && Object.values(value).some(holdsAsterisks));

/** Returns the fields that may be sent. A field that is left out stays as it is; a map with a hidden secret in it is left out as a whole. */
function withoutAsterisks(body: JsonObject): JsonObject {
  const kept = Object.entries(body).flatMap(([key, value]): [string, Json][] => {
    if (!holdsAsterisks(value)) return [[key, value]];
    return key === "attributes" && isObject(value) ? [[key, withoutAsterisks(value)]] : [];
  });
  return Object.fromEntries(kept);
}

/**
 * Returns what a write of a realm or of a client sends, without two things that nobody means: the list of mappers, with which the server
 * replaces the one that it has (each mapper is written for itself), and secrets that it showed as asterisks. `parts`: the path below the realm.
 */
export function sendable(method: IdpRequest["method"], parts: readonly string[], body: Json): Json {
  const isRealm = parts.length === 0;
  const isClient = parts[0] === "clients" && parts.length <= 2;
  if (!isObject(body) || !(isRealm || isClient)) return body;
  if (!isClient || method !== "PUT") return withoutAsterisks(body);
  const { protocolMappers, ...rest } = body;
  return withoutAsterisks(rest);
}
