import { listed, name, plain, say } from "../diagnostic/text.ts";
import type { Change } from "./changes.ts";
import type { IdpPlan } from "./plan.ts";

export interface Moved {
  readonly says: string;
  readonly help: string;
}

const AGAIN = "plan again, and look at what is different: `tierwright idp plan ENV --out FILE`";

const labelOf = ({ resource, id }: Change): string => `${resource === "userProfile" ? "user profile" : resource} ${id}`;
const keyOf = (change: Change): string => JSON.stringify(Object.values(change));

/** What has changes that only one of the two plans has. */
function differing(a: readonly Change[], b: readonly Change[]): readonly string[] {
  const [own, other] = [new Set(a.map(keyOf)), new Set(b.map(keyOf))];
  const odd = [...a.filter((change) => !other.has(keyOf(change))), ...b.filter((change) => !own.has(keyOf(change)))];
  return [...new Set(odd.map(labelOf))];
}

const about = (labels: readonly string[]): string => (labels.length === 0 ? "" : plain(say`: ${listed(labels.map(name))}`));

/** Why a saved plan does not hold any more, against the plan of this moment; null: it does. */
export function whyMoved(saved: IdpPlan, now: IdpPlan): Moved | null {
  const differs = about(differing(saved.changes, now.changes));
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
      says: `the realm ${saved.realm} has moved since the plan was made${differs}`,
      help: `somebody changed it, or this plan was carried out already: ${AGAIN}`,
    };
  if (differs !== "" || saved.changes.length !== now.changes.length)
    return { says: `what has to change is not what was planned${differs}`, help: AGAIN };
  return null;
}
