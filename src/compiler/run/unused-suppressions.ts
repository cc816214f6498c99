import { type Finding, findingOf, saysSomething, unusedSuppression } from "../../kernel/index.ts";
import { type Suppression, suppressible } from "./suppress.ts";

/** Number of unused suppressions that are listed one by one. */
const MOST_UNUSED = 1_000;

function whyUnused({ rule, reason }: Suppression, standing: ReadonlySet<string>, known: ReadonlySet<string>) {
  if (rule === "") return "names-none";
  if (!known.has(rule)) return "unknown-rule";
  if (!saysSomething(reason)) return "no-reason";
  return standing.has(rule) ? "cannot-be" : "finds-nothing";
}

/** Returns a finding for each suppression that hides nothing, with the reason: it never worked, or it would hide the next real fault. */
export function unusedFindings(
  unused: readonly Suppression[],
  all: readonly Finding[],
  known: ReadonlySet<string>,
): readonly Finding[] {
  const standing = new Set<string>(all.filter((finding) => !suppressible(finding)).map((finding) => finding.rule));
  return unused.slice(0, MOST_UNUSED).map((suppression, i) => {
    const { rule, place, pointer } = suppression;
    const more = i === MOST_UNUSED - 1 ? unused.length - MOST_UNUSED : 0;
    const problem = unusedSuppression.at(place, { rule, why: whyUnused(suppression, standing, known), more }, { pointer });
    return findingOf(problem, unusedSuppression.severity, null);
  });
}
