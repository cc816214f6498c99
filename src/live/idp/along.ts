import type { Change } from "./change.ts";
import { isList, type Item, type Value } from "./state.ts";

/*
 * What the server deletes by itself along with a change of one field. The change says nothing of it, so the plan does: each thing is a removal of
 * the client, of a field that begins with what it belongs to.
 */

export const SERVICE_ACCOUNT = "serviceAccount.";
export const AUTHORIZATION_SERVER = "authorizationServer.";

interface Along {
  readonly field: string;
  readonly to: Value;
  /** What the removals' fields begin with. */
  readonly prefix: string;
}

const ALONG: readonly Along[] = [
  { field: "serviceAccountsEnabled", to: false, prefix: SERVICE_ACCOUNT },
  { field: "authorizationServicesEnabled", to: false, prefix: AUTHORIZATION_SERVER },
  // a client without a secret of its own cannot protect anything: the server takes its authorization services away
  { field: "publicClient", to: true, prefix: AUTHORIZATION_SERVER },
  { field: "bearerOnly", to: true, prefix: AUTHORIZATION_SERVER },
];

/** Tells whether a field is something that only goes along with another one, and that nobody sends. */
export const isAlong = (field: string): boolean => field.startsWith(SERVICE_ACCOUNT) || field.startsWith(AUTHORIZATION_SERVER);

const ruleOf = ({ resource, kind, field, after }: Change): Along | undefined =>
  resource === "client" && kind !== "remove" ? ALONG.find((one) => one.field === field && one.to === after) : undefined;

/** Tells whether one of these values, sent for these fields, makes the server delete what belongs to the prefix. */
export const takes = (prefix: string, sent: (field: string) => unknown): boolean =>
  ALONG.some((one) => one.prefix === prefix && sent(one.field) === one.to);

/** Returns what goes along with the changes of one thing, value by value, as removals. */
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

/** Returns the removals among the changes that this one brings about. */
export function broughtBy(change: Change, changes: readonly Change[]): readonly Change[] {
  const rule = ruleOf(change);
  if (!rule) return [];
  return changes.filter(
    ({ resource, id, kind, field }) =>
      kind === "remove" && resource === change.resource && id === change.id && field.startsWith(rule.prefix),
  );
}

/** Tells whether a change is written with --prune alone: it removes something, or the server would. */
export const needsPrune = (change: Change, changes: readonly Change[]): boolean =>
  change.kind === "remove" || broughtBy(change, changes).length > 0;
