import { type Text, listTexts, name, plain, say, words } from "../../kernel/index.ts";
import type { Change } from "./changes.ts";
import type { Seen, SeenValue } from "./evidence.ts";
import type { IdpPlan } from "./plan.ts";

export interface Moved {
  readonly says: string;
  readonly help: string;
}

const AGAIN = "plan again, and look at what is different: `tierwright idp plan ENV --out FILE`";

const labelOf = ({ resource, id }: Change): string =>
  resource === "userProfile" ? `user profile, attribute ${id}` : `${resource} ${id}`;
const keyOf = (change: Change): string => JSON.stringify(Object.values(change));

/** Returns the names of the resources that changes are about which only one of two plans has. */
function differing(a: readonly Change[], b: readonly Change[]): readonly string[] {
  const [own, other] = [new Set(a.map(keyOf)), new Set(b.map(keyOf))];
  const odd = [...a.filter((change) => !other.has(keyOf(change))), ...b.filter((change) => !own.has(keyOf(change)))];
  return [...new Set(odd.map(labelOf))];
}

const about = (labels: readonly Text[]): string => (labels.length === 0 ? "" : plain(say`: ${listTexts(labels)}`));

const isDigest = (value: SeenValue): boolean => /^sha256:[0-9a-f]{16}$/.test(String(value));

const valueText = (value: SeenValue | undefined): Text =>
  value === undefined ? words("none") : value === "" ? words("''") : say`${name(String(value))}`;

/**
 * Describes the value of a field in the saved plan and in the live realm. If the plan has only the digest of the value (long, or possibly
 * secret), just the difference is reported.
 */
function fieldText(field: string, before: SeenValue | undefined, after: SeenValue | undefined): Text {
  const hidden = [before, after].some((value) => value !== undefined && isDigest(value));
  return hidden ? say`${name(field)} is another` : say`${name(field)} ${valueText(before)} → ${valueText(after)}`;
}

/** Describes each resource of a realm that was added, deleted or changed since a plan was saved. */
function movedThings(saved: Seen, now: Seen): readonly Text[] {
  return [...new Set([...Object.keys(saved), ...Object.keys(now)])].flatMap((thing): readonly Text[] => {
    const [before, after] = [saved[thing], now[thing]];
    if (!before) return [say`${name(thing)} (new)`];
    if (!after) return [say`${name(thing)} (deleted)`];
    const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((one) => before[one] !== after[one]);
    return fields.length === 0
      ? []
      : [say`${name(thing)} (${listTexts(fields.map((one) => fieldText(one, before[one], after[one])))})`];
  });
}

/** Returns why a saved plan must not be applied any more, compared with a plan made now; null if it can be applied. */
export function whyMoved(saved: IdpPlan, now: IdpPlan): Moved | null {
  const differs = about(differing(saved.changes, now.changes).map((label) => say`${name(label)}`));
  if (saved.realm !== now.realm)
    return { says: `the plan is for realm ${saved.realm}, and ${now.environment} has ${now.realm} now`, help: AGAIN };
  if (saved.wanted !== now.wanted)
    return { says: `sso.yaml of ${now.environment} has changed since the plan was made${differs}`, help: AGAIN };
  if (saved.against.issuer !== now.against.issuer)
    return {
      says: `the plan was made against ${saved.against.issuer ?? "no realm"}, and what answers is ${now.against.issuer ?? "no realm"}`,
      help: AGAIN,
    };
  if (saved.against.fingerprint !== now.against.fingerprint)
    return {
      says: `the realm ${saved.realm} has moved since the plan was made${about(movedThings(saved.seen, now.seen))}`,
      help: `somebody changed it, or this plan was carried out already: ${AGAIN}`,
    };
  if (differs !== "" || saved.changes.length !== now.changes.length)
    return { says: `what has to change is not what was planned${differs}`, help: AGAIN };
  return null;
}
