import { append } from "../../kernel/index.ts";
import { removalsAlong } from "./along.ts";
import type { Change, Field } from "./change.ts";
import { AFTER_SIGN_OUT, NO_ADDRESS } from "./desired.ts";
import {
  type Held,
  isList,
  isSecretValue,
  isUnknown,
  type Item,
  keyOf,
  type LiveRealm,
  sameValue,
  type Unknown,
  type Value,
  type Wanted,
} from "./state.ts";

export type { Change, Field } from "./change.ts";

/** A field of a resource in the realm that is left as it is, with the reason: it could not be compared, or its change was not made. */
export interface Left extends Field {
  readonly why: string;
}

export interface Difference {
  readonly changes: readonly Change[];
  readonly notCompared: readonly Left[];
}

const valueOf = (held: Held | undefined): Value | null =>
  held === undefined || isSecretValue(held) || isList(held) ? null : held;

function listChanges(of: Field, wanted: readonly string[], live: Held | undefined, open: boolean) {
  const standing = isList(live) ? live : [];
  const forbids = of.field === AFTER_SIGN_OUT && standing.includes(NO_ADDRESS) && !wanted.includes(NO_ADDRESS);
  const [first = null] = wanted;
  const before = forbids && first !== null ? NO_ADDRESS : null;
  const missing = wanted.filter((value) => !standing.includes(value) && !(before !== null && value === first));
  const more = open ? [] : standing.filter((value) => !wanted.includes(value) && value !== before);
  return [
    ...(before === null ? [] : [{ ...of, kind: "set", before, after: first, secret: false } satisfies Change]),
    ...missing.map((after): Change => ({ ...of, kind: "add", before: null, after, secret: false })),
    ...more.map((before): Change => ({ ...of, kind: "remove", before, after: null, secret: false })),
  ];
}

function fieldChanges(wanted: Wanted, field: string, held: Held, live: Item | undefined): readonly Change[] {
  const of = { resource: wanted.resource, id: wanted.id, field };
  const standing = live?.fields.get(field);
  if (isList(held)) return listChanges(of, held, standing, wanted.open.has(field));
  if (sameValue(standing, held)) return [];
  const kind = standing === undefined ? "add" : "set";
  return [{ ...of, kind, before: valueOf(standing), after: valueOf(held), secret: isSecretValue(held) }];
}

function changesOf(wanted: Wanted, live: Item | undefined): Difference {
  const changes: Change[] = [];
  const notCompared: Left[] = [];
  for (const [field, held] of wanted.fields) {
    if (!isUnknown(held)) {
      append(changes, fieldChanges(wanted, field, held, live));
      continue;
    }
    const of = { resource: wanted.resource, id: wanted.id, field };
    notCompared.push({ ...of, why: held.unknown });
    // a new client is created together with its secret, so the secret must be known when the plan is applied
    if (!live) changes.push({ ...of, kind: "add", before: null, after: null, secret: true });
  }
  return { changes: [...changes, ...removalsAlong(changes, live)], notCompared };
}

/** Returns the change that removes a whole resource from the realm, because it conflicts with one that sso.yaml wants. */
const removal = ({ resource, id, fields }: Item): Change => ({
  resource,
  id,
  field: "name",
  kind: "remove",
  before: valueOf(fields.get("name")) ?? id,
  after: null,
  secret: false,
});

/**
 * Compares the resources that sso.yaml wants with the live realm, field by field, and sends no request. Other resources of the realm are
 * left as they are, except those that conflict with a wanted one.
 */
export function difference(wanted: readonly Wanted[], live: LiveRealm): Difference {
  const items = new Map(live.items.map((one) => [keyOf(one), one]));
  const all = wanted.map((one) => changesOf(one, items.get(keyOf(one))));
  return {
    changes: [...all.flatMap(({ changes }) => changes), ...live.strays.map(removal)],
    notCompared: all.flatMap(({ notCompared }) => notCompared),
  };
}

/** Returns whether the live resource has the value that a change set, or no longer has the value that the change removed. */
export function isStored(change: Change, wanted: Held | Unknown | undefined, live: Item | null): boolean {
  const standing = live?.fields.get(change.field);
  if (change.kind === "remove") return isList(standing) ? !standing.includes(String(change.before)) : standing === undefined;
  if (isList(standing)) return standing.includes(String(change.after)) && !standing.includes(String(change.before));
  return wanted !== undefined && !isUnknown(wanted) && !isList(wanted) && sameValue(standing, wanted);
}
