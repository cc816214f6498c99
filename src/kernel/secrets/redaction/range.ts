import { NOT_SHOWN } from "../../diagnostic/text.ts";

/** A range of a text that is redacted. */
export type Range = readonly [from: number, to: number];

/** Returns the text with the ranges replaced by `stand`; overlapping and adjacent ranges are replaced as one. */
export function maskRanges(text: string, ranges: readonly Range[], stand = NOT_SHOWN): string {
  const pieces: string[] = [];
  let [at, until] = [0, -1];
  for (const [from, to] of [...ranges].filter(([a, b]) => b > a).sort(([a], [b]) => a - b)) {
    if (from > until) {
      if (until >= 0) at = until;
      pieces.push(text.slice(at, from), stand);
    }
    until = Math.max(until, to);
    at = until;
  }
  pieces.push(text.slice(Math.max(at, until)));
  return pieces.join("");
}
