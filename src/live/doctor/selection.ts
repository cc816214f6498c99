import { didYouMean, wrongUse } from "../../kernel/index.ts";
import type { Check } from "./check.ts";

/**
 * Returns the checks that --only names, by id or by family (the part before the '/'). Returns all checks without --only. Throws a Refusal for an
 * unknown name.
 */
export function selectChecks(checks: readonly Check[], only: readonly string[]): readonly Check[] {
  const wanted = only.flatMap((text) => text.split(",").map((word) => word.trim())).filter((word) => word !== "");
  if (only.length > 0 && wanted.length === 0) throw wrongUse("--only names no check", `checks: ${idsOf(checks)}`);
  const chosen = new Set<string>();
  for (const word of wanted) {
    const found = checks.filter(({ id }) => id === word || id.startsWith(`${word.replace(/\/\*?$/, "")}/`));
    if (found.length === 0)
      throw wrongUse(
        `--only: there is no check '${word}'${didYouMean(
          word,
          checks.map(({ id }) => id),
        )}`,
        `checks: ${idsOf(checks)}`,
      );
    for (const { id } of found) chosen.add(id);
  }
  return wanted.length === 0 ? checks : checks.filter(({ id }) => chosen.has(id));
}

const idsOf = (checks: readonly Check[]): string => checks.map(({ id }) => id).join(", ");
