import fc from "fast-check";
import type { CodeData } from "./builders.ts";

/** A tool release by its levels, before anybody spells it. */
export interface Levels {
  readonly family: string;
  readonly refresh: string | null;
  readonly hotFix: string | null;
}

export const levels: fc.Arbitrary<Levels> = fc.record({
  family: fc.constantFrom("2022", "2022x", "2024x"),
  refresh: fc.constantFrom(null, "1", "2", "12"),
  hotFix: fc.constantFrom(null, null, "1", "2"),
});

export function sameLevels(a: Levels, b: Levels): boolean {
  return a.family === b.family && a.refresh === b.refresh && a.hotFix === b.hotFix;
}

const blank = fc.constantFrom("", " ", "-", "_", "  ", " - ", "\u00a0");
const cased = (text: string) => fc.constantFrom(text, text.toLowerCase(), text.toUpperCase());

/** Any spelling that people use for the levels: case, blanks, hyphens, underscores, R<n>, HF<n>. */
export function spellingOf({ family, refresh, hotFix }: Levels): fc.Arbitrary<string> {
  const none = fc.constant("");
  const part = (words: readonly string[], digits: string) =>
    fc.tuple(blank, fc.constantFrom(...words).chain(cased), blank, fc.constant(digits)).map((parts) => parts.join(""));
  return fc
    .tuple(
      fc.constantFrom("", " "),
      cased(family),
      refresh === null ? none : part(["Refresh", "R"], refresh),
      hotFix === null ? none : part(["Hot Fix", "Hotfix", "hot-fix", "HF"], hotFix),
      fc.constantFrom("", " "),
    )
    .map((parts) => parts.join(""));
}

/** One tool release with a spelling of it. */
export interface Spelled {
  readonly levels: Levels;
  readonly text: string;
}

export const spelled: fc.Arbitrary<Spelled> = levels.chain((of) => spellingOf(of).map((text) => ({ levels: of, text })));

/** The first value comes up most often, so that the parts of a pair meet. */
export const mostly = <T>(first: T, ...others: readonly T[]) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(first) }, { weight: 1, arbitrary: fc.constantFrom(...others) });

export const connector = mostly("2606", "2506", "02606");
export const tier = mostly("2606", "2506", "2606.0");
export const code = fc.oneof(mostly("P", "A"), fc.constantFrom("A", "P", "X", "a", "?"));
export const environment = mostly("pilot", "production");
/** Days, some of which are none. */
export const until = fc.constantFrom("2026-09-21", "2026-09-22", "2026-09-23", "2036-12-31", "2026-02-30", "soon", "");
export const today: fc.Arbitrary<string> = fc.constantFrom("2026-09-21", "2026-09-22", "2026-09-23");

export const legend: fc.Arbitrary<Record<string, CodeData>> = mostly<Record<string, CodeData>>(
  { A: { gate: "pass" }, P: { gate: "block", means: "Planned", acceptable: true }, X: { gate: "block" } },
  { A: { gate: "pass", acceptable: true }, P: { gate: "block" }, X: { gate: "block", acceptable: true } },
  { A: { gate: "block", acceptable: true }, P: { gate: "Pass" }, X: { gate: "pass" } },
);

export interface SpelledRow {
  readonly tool: Spelled;
  readonly connectors: Readonly<Record<string, string>>;
}

export const row: fc.Arbitrary<SpelledRow> = fc.record({
  tool: spelled,
  connectors: fc.tuple(connector, code, connector, code).map(([a, codeOfA, b, codeOfB]) => ({ [a]: codeOfA, [b]: codeOfB })),
});

export interface SpelledException {
  readonly tool: Spelled;
  readonly connector: string;
  readonly verdict: string;
  readonly environments: readonly string[];
  readonly until: string;
}

export const exception: fc.Arbitrary<SpelledException> = fc.record({
  tool: spelled,
  connector,
  verdict: code,
  environments: mostly<readonly string[]>(["pilot"], [], ["production"], ["production", "pilot"]),
  until,
});

export const claim = fc.record({
  source: fc.constantFrom("installation guide", "release notes"),
  tools: fc.array(
    spelled.map((one) => one.text),
    { maxLength: 3 },
  ),
  tiers: fc.array(tier, { maxLength: 3 }),
});
