import { carriesSecret } from "../../kernel/index.ts";
import { type Fact, PLACEHOLDER, type SecretFact, isSecret } from "../../compiler/index.ts";
import { unseenDifference } from "./alike.ts";
import type { ComparedField, Expected, Found, OpenSecret, Outcome } from "./deployed.ts";

type Judged = Pick<ComparedField, "outcome" | "says">;

const EMPTY = "is empty";

/** Returns true if the deployed text is the placeholder that a compiled file has in place of a secret. */
export const isPlaceholder = (deployed: string | null): boolean => deployed?.trim().startsWith(PLACEHOLDER) ?? false;
export const PLACEHOLDER_DEPLOYED =
  "is still the placeholder of a compiled file: the installation was not finished, and nobody can sign in with it; `compile --with-secrets` writes the value";

/**
 * Compares a deployed secret with the repository's secret, if both can be decoded. The encoded texts are not compared, because one secret
 * has a different encoded text each time.
 */
async function judgeSecret(fact: SecretFact, deployed: string, open: OpenSecret): Promise<Judged> {
  if (deployed === "") return { outcome: "differs", says: `${EMPTY}, and a secret is expected` };
  if (isPlaceholder(deployed)) return { outcome: "differs", says: PLACEHOLDER_DEPLOYED };
  const answer = await open(fact, deployed);
  if ("why" in answer) return { outcome: "not-compared", says: `is not compared: ${answer.why}` };
  return answer.same
    ? { outcome: "equal", says: "is equal" }
    : { outcome: "differs", says: "is another secret than the repository refers to" };
}

function judgeValue({ value }: Fact, deployed: string): Judged {
  if (deployed === value) return { outcome: "equal", says: "is equal" };
  if (deployed === "" && !carriesSecret(value)) return { outcome: "differs", says: `${EMPTY}, expected '${value}'` };
  if (carriesSecret(deployed) || carriesSecret(value))
    return { outcome: "differs", says: "is another value than expected; it is not shown, because a password or key is in it" };
  const unseen = unseenDifference(deployed, value);
  return { outcome: "differs", says: `is '${deployed}', expected '${value}'${unseen === null ? "" : `: ${unseen}`}` };
}

function placesOf(found: readonly Found[]): string {
  const oneFile = found.every(({ at }) => at.file === found[0]?.at.file);
  return found.map(({ at }) => (oneFile ? `line ${at.line}` : `${at.file}:${at.line}`)).join(", ");
}

/**
 * Returns the result for a key (a property or XML parameter) that a deployed file lacks, has more than once, or has in a form that gives no
 * single value. Returns null for a key with exactly one value.
 */
function judgePlaces(found: readonly Found[], near: Found | undefined): Judged | null {
  const [first, ...others] = found;
  if (!first)
    return {
      outcome: "missing",
      says: near ? `is missing; '${near.name}' in line ${near.at.line} is another name` : "is missing",
    };
  if (others.length > 0)
    return {
      outcome: "twice",
      says: `appears ${found.length} times (${placesOf(found)}): which one is used depends on the reader`,
    };
  return first.value === null ? { outcome: "form", says: "is there in a form that gives no one value" } : null;
}

/** Compares the deployed value of one key (a property or XML parameter) with the expected one. The result contains no text of a secret. */
export async function compareField({ name, target }: Expected, all: readonly Found[], open: OpenSecret): Promise<ComparedField> {
  const found = all.filter((item) => item.name === name);
  const folded = name.toLowerCase();
  const near = all.find((item) => item.name !== name && item.name.trim().toLowerCase() === folded);
  const [first] = found;
  const known = "none" in target ? null : target;
  const secret = "none" in target ? target.secret : isSecret(target);
  const value = known && !isSecret(known) ? known.value : null;
  const place = known && (isSecret(known) || known.stated) ? known.place : null;
  const shown = (text: string | null) => (text === null || carriesSecret(text) ? null : text);
  const plain = {
    name,
    secret,
    expected: shown(value),
    deployed: secret ? null : shown(first?.value ?? null),
    at: first?.at ?? near?.at ?? null,
    from: place && { file: place.file, line: place.line },
  };
  if ("none" in target) return { ...plain, outcome: "not-compared" satisfies Outcome, says: `is not compared: ${target.none}` };
  const placed = judgePlaces(found, near);
  const text = first?.value ?? "";
  return { ...plain, ...(placed ?? (isSecret(target) ? await judgeSecret(target, text, open) : judgeValue(target, text))) };
}

/**
 * Compares every expected key (a property or XML parameter) with a deployed file, in order. A key that is not `needed` is skipped if the
 * file lacks it.
 */
export async function compareFields(
  expected: readonly Expected[],
  found: readonly Found[],
  open: OpenSecret,
): Promise<readonly ComparedField[]> {
  const fields: ComparedField[] = [];
  for (const item of expected)
    if (item.needed || found.some(({ name }) => name === item.name)) fields.push(await compareField(item, found, open));
  return fields;
}
