/**
 * The pattern and the words of plain YAML scalars whose value is not text. `BEGINS` has their possible first characters: a digit, a sign or
 * a dot; the first letters of true, false and null; `~`.
 */
const NUMBER = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const SPECIAL: ReadonlyMap<string, number | boolean | null> = new Map<string, number | boolean | null>([
  ...["true", "True", "TRUE"].map((word) => [word, true] as const),
  ...["false", "False", "FALSE"].map((word) => [word, false] as const),
  ...["", "~", "null", "Null", "NULL"].map((word) => [word, null] as const),
  ...[".nan", ".NaN", ".NAN"].map((word) => [word, Number.NaN] as const),
  ...[".inf", ".Inf", ".INF"].flatMap((word) => [
    [word, Number.POSITIVE_INFINITY] as const,
    [`+${word}`, Number.POSITIVE_INFINITY] as const,
    [`-${word}`, Number.NEGATIVE_INFINITY] as const,
  ]),
]);

const BEGINS = new Set("0123456789+-.tTfFnN~");

/** Returns the value of a plain scalar by YAML's core schema (YAML 1.2.2, 10.3.2): a number, true, false, null, or the text itself. */
export function coreValue(text: string): string | number | boolean | null {
  if (text !== "" && !BEGINS.has(text[0] as string)) return text;
  const special = SPECIAL.get(text);
  if (special !== undefined) return special;
  if (NUMBER.test(text)) return Number(text);
  if (/^0o[0-7]+$/.test(text)) return Number.parseInt(text.slice(2), 8);
  return /^0x[0-9a-fA-F]+$/.test(text) ? Number.parseInt(text.slice(2), 16) : text;
}
