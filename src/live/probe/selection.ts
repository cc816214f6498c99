import { didYouMean, wrongUse } from "../../kernel/index.ts";
import type { Probe } from "./probe.ts";

const wordsOf = (texts: readonly string[]): readonly string[] =>
  texts.flatMap((text) => text.split(",").map((word) => word.trim())).filter((word) => word !== "");

const familyOf = (id: string): string => id.slice(0, id.indexOf("/"));

/** Returns the ids that an option names, by id or by family (the part before the '/'). Throws a Refusal for an unknown name. */
function named(option: string, texts: readonly string[], probes: readonly Probe[]): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const word of wordsOf(texts)) {
    const found = probes.filter(({ id }) => id === word || familyOf(id) === word.replace(/\/\*?$/, ""));
    if (found.length === 0) {
      const all = probes.map(({ id }) => id);
      throw wrongUse(`--${option}: there is no probe '${word}'${didYouMean(word, all)}`, `probes: ${all.join(", ")}`);
    }
    for (const { id } of found) ids.add(id);
  }
  return ids;
}

/** Returns the probes that --only and --skip leave. Throws a Refusal if none is left. */
export function selectProbes(probes: readonly Probe[], only: readonly string[], skip: readonly string[]): readonly Probe[] {
  const [chosen, left] = [named("only", only, probes), named("skip", skip, probes)];
  const kept = probes.filter(({ id }) => (only.length === 0 || chosen.has(id)) && !left.has(id));
  if (kept.length === 0) throw wrongUse("--only and --skip leave no probe", "leave one of them out");
  return kept;
}
