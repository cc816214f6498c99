import type { Change } from "./change.ts";
import { isList, type Item, type Value } from "./state.ts";

/*
 * Resources that the identity provider deletes by itself when one field of a client changes. The plan lists each of them as the removal of
 * a field of the client, whose name begins with `SERVICE_ACCOUNT` or `AUTHORIZATION_SERVER`.
 */

export const SERVICE_ACCOUNT = "serviceAccount.";
export const AUTHORIZATION_SERVER = "authorizationServer.";

interface Along {
  readonly field: string;
  readonly to: Value;
  /** The beginning of the names of fields that the identity provider deletes when `field` is changed to `to`. */
  readonly prefix: string;
}

const ALONG: readonly Along[] = [
  { field: "serviceAccountsEnabled", to: false, prefix: SERVICE_ACCOUNT },
  { field: "authorizationServicesEnabled", to: false, prefix: AUTHORIZATION_SERVER },
  // the identity provider deletes the authorization services of a client that becomes public, as it then has no secret
  { field: "publicClient", to: true, prefix: AUTHORIZATION_SERVER },
  { field: "bearerOnly", to: true, prefix: AUTHORIZATION_SERVER },
];

/**
 * Returns whether a field of a client is one that the identity provider deletes by itself when another field changes. Such a field is never
 * sent.
 */
export const isAlong = (field: string): boolean => field.startsWith(SERVICE_ACCOUNT) || field.startsWith(AUTHORIZATION_SERVER);

const ruleOf = ({ resource, kind, field, after }: Change): Along | undefined =>
  resource === "client" && kind !== "remove" ? ALONG.find((one) => one.field === field && one.to === after) : undefined;

/**
 * Returns whether sending a client makes the identity provider delete every field that begins with `prefix`; `sent` returns the value that
 * is sent for a field.
 */
export const takes = (prefix: string, sent: (field: string) => unknown): boolean =>
  ALONG.some((one) => one.prefix === prefix && sent(one.field) === one.to);

/** Returns a removal for each value that the identity provider deletes by itself when the changes of one client are written. */
export function removalsAlong(changes: readonly Change[], live: Item | undefined): readonly Change[] {
  const prefixes = new Set(changes.map((change) => ruleOf(change)?.prefix));
  const [first] = changes;
  if (!live || !first) return [];
  return [...live.fields].flatMap(([field, held]) => {
    if (![...prefixes].some((prefix) => prefix !== undefined && field.startsWith(prefix))) return [];
    const values = isList(held) ? held : typeof held === "object" ? [] : [held];
    const of = { resource: first.resource, id: first.id, field };
    return values.map((before): Change => ({ ...of, kind: "remove", before, after: null, secret: false }));
  });
}

/** Returns the removals, among all changes, that the identity provider makes by itself when `change` is written. */
export function broughtBy(change: Change, changes: readonly Change[]): readonly Change[] {
  const rule = ruleOf(change);
  if (!rule) return [];
  return changes.filter(
    ({ resource, id, kind, field }) =>
      kind === "remove" && resource === change.resource && id === change.id && field.startsWith(rule.prefix),
  );
}

/** Returns whether a change is written only with --prune, because it removes something or makes the identity provider remove something. */
export const needsPrune = (change: Change, changes: readonly Change[]): boolean =>
  change.kind === "remove" || broughtBy(change, changes).length > 0;
