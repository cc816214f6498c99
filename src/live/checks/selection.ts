import { didYouMean, wrongUse } from "../../kernel/index.ts";

interface Named {
  readonly id: string;
}

/** The values of the options --only and --skip, as typed: ids or families, separated by commas. */
export interface Selection {
  readonly only: readonly string[];
  readonly skip: readonly string[];
}

const wordsOf = (texts: readonly string[]): readonly string[] =>
  texts.flatMap((text) => text.split(",").map((word) => word.trim())).filter((word) => word !== "");

const familyOf = (id: string): string => id.slice(0, id.indexOf("/"));

/**
 * Returns the ids of probes or checks that an option names, by id or by family (the part before the '/'). Throws a Refusal for an unknown
 * name, and for an option without any name.
 */
function namedIds(option: keyof Selection, texts: readonly string[], kind: string, all: readonly Named[]): ReadonlySet<string> {
  const ids = all.map(({ id }) => id);
  const list = `${kind}s: ${ids.join(", ")}`;
  const words = wordsOf(texts);
  if (texts.length > 0 && words.length === 0) throw wrongUse(`--${option} names no ${kind}`, list);
  return new Set(
    words.flatMap((word) => {
      const found = ids.filter((id) => id === word || familyOf(id) === word.replace(/\/\*?$/, ""));
      if (found.length === 0) throw wrongUse(`--${option}: there is no ${kind} '${word}'${didYouMean(word, ids)}`, list);
      return found;
    }),
  );
}

/** Returns the probes or checks that --only selects (all without it) and --skip does not exclude. Throws a Refusal if none is left. */
export function selectQuestions<Q extends Named>(
  kind: "probe" | "check",
  all: readonly Q[],
  { only, skip }: Selection,
): readonly Q[] {
  const [chosen, left] = [namedIds("only", only, kind, all), namedIds("skip", skip, kind, all)];
  const kept = all.filter(({ id }) => (only.length === 0 || chosen.has(id)) && !left.has(id));
  if (kept.length === 0) throw wrongUse(`--only and --skip leave no ${kind}`, "leave one of them out");
  return kept;
}
