import { plain } from "../../kernel/index.ts";
import type { Control } from "../checks/question.ts";
import { type Look, NL, type Style, definition, inLine, wrap } from "../../report/index.ts";

const NO_CONTROL = { did: "nothing", outcome: "none", says: "there is no control for this answer" } as const;

/** Returns a time in the form that the JSON documents of `probe` and `doctor` have: UTC, without fractions of a second. */
export const timeText = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`;

/** Returns the control of a probe or check in the form that the JSON documents of `probe` and `doctor` have. */
export const controlDocument = (control: Control | null) =>
  control === null ? NO_CONTROL : { did: plain(control.did), outcome: control.outcome, says: plain(control.says) };

/** Returns the words for the control of an answer in a JSON document; null if the answer has no control. */
export const controlWords = ({ did, says, outcome }: ReturnType<typeof controlDocument>): string | null =>
  did === NO_CONTROL.did ? null : `${did}: ${says} (${outcome})`;

/** Returns the first line of a probe's or check's answer: a mark, then id and words in two columns. */
export function answerLine(mark: string, id: string, words: string, column: number, { width }: Look): string {
  const text = definition(id, inLine(words), column, width - 2);
  return `${mark} ${text.split(NL).join(`${NL}  `)}`;
}

/** Returns a line with a label, such as `help:`, that is printed below the answer of a probe or check. */
export const labelledLine = (label: string, words: string, { width }: Look, style: Style): string =>
  `    ${style.dim(`${label}:`)} ${wrap(inLine(words), width, " ".repeat(6), 6 + label.length)}`;

/**
 * Returns the counts of a report of probes or checks in the given order, each in its colour; counts of zero are left out, except the first.
 */
export const countWords = (
  counts: readonly (readonly [count: number, words: string, paint: (text: string) => string])[],
): string => counts.flatMap(([count, words, paint], i) => (i === 0 || count > 0 ? [paint(`${count} ${words}`)] : [])).join(", ");
