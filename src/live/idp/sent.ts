import { isObject, type Json, type JsonObject } from "./json.ts";
import type { IdpRequest } from "./transport.ts";

/** The text that the identity provider shows in place of a secret. If it were sent back, it would become the secret. */
export const ASTERISKS = "**********";

const holdsAsterisks = (value: Json): boolean =>
  value === ASTERISKS ||
  (Array.isArray(value)
    ? (value as readonly Json[]).some(holdsAsterisks)
    : isObject(value) && Object.values(value).some(holdsAsterisks));

/**
 * Returns the fields of a document that are safe to send: those without asterisks in place of a secret. A field that is not sent stays
 * unchanged in the realm. A map with a hidden value is left out as a whole; of `attributes`, only the hidden values are.
 */
function withoutAsterisks(body: JsonObject): JsonObject {
  const kept = Object.entries(body).flatMap(([key, value]): [string, Json][] => {
    if (!holdsAsterisks(value)) return [[key, value]];
    return key === "attributes" && isObject(value) ? [[key, withoutAsterisks(value)]] : [];
  });
  return Object.fromEntries(kept);
}

/**
 * Returns the body of a request that creates or changes a realm or client, without secrets that the identity provider shows as asterisks;
 * any other body unchanged. A client is replaced (PUT) without its mappers, because a sent list would replace the list of mappers in the
 * realm.
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
