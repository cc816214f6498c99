import { quotedWord } from "../../../kernel/index.ts";

const MARK = /[\s*†‡§#¹²³⁰-⁹()[\]\d]/u;

/** Returns the text of a cell without the marks of footnotes at its end, such as in 'P*'. */
export function withoutMark(text: string): string {
  let end = text.length;
  while (end > 0 && MARK.test(text[end - 1] ?? "")) end--;
  return text.slice(0, end);
}

/** A code of the matrix as the option --codes states it. */
export interface StatedCode {
  readonly code: string;
  readonly gate: "pass" | "block";
  readonly acceptable: boolean;
}

/** A code that the cells of a table can have, with its meaning in words. */
export interface LegendCode extends StatedCode {
  readonly means: string | null;
}

/**
 * A common word in cells of an imported table, such as 'Certified', with the code that it means; `code` is null if the legend has no such
 * code, or several.
 */
export interface WordInCells {
  readonly word: string;
  readonly code: string | null;
  /** The gate that the word means for a pair of tool and connector release; null for 'x' and for a word that only the legend explains. */
  readonly gate: StatedCode["gate"] | null;
  /** Number of cells with it. */
  readonly cells: number;
}

const PASS = /^(?:yes|ja|ok|true|wahr|certified|supported|compatible|zertifiziert|unterstützt|kompatibel|freigegeben|[✓✔☑✅])$/u;
const BLOCK =
  /^(?:no|nein|false|falsch|uncertified|unsupported|incompatible|inkompatibel|(?:not|nicht) (?:certified|supported|compatible|zertifiziert|unterstützt|kompatibel|freigegeben)|[✗✘❌])$/u;

const plainWord = (text: string): string => text.toLowerCase().replaceAll("\ufe0f", "");
const only = (codes: readonly LegendCode[]): string | null => (codes.length === 1 ? (codes[0]?.code ?? null) : null);

/**
 * Returns the code that a common word in a cell means: the only code of the legend whose meaning is the word, otherwise the only code that
 * passes (for a word like 'yes') or that blocks and cannot be accepted (for a word like 'no'). `code` is null if there is not exactly one.
 * Returns null for other texts.
 */
export function wordInCells(text: string, legend: readonly LegendCode[]): Omit<WordInCells, "cells"> | null {
  const word = plainWord(text);
  const meant = only(legend.filter(({ means }) => means !== null && plainWord(means) === word));
  const gate = PASS.test(word) ? "pass" : BLOCK.test(word) ? "block" : null;
  if (meant !== null) return { word: text, code: meant, gate };
  if (gate === null) return word === "x" ? { word: text, code: null, gate } : null;
  return { word: text, code: only(legend.filter((code) => code.gate === gate && !code.acceptable)), gate };
}

/**
 * Returns a hint with the value of --codes that adds the text of a cell as a code to the stated codes; '' for a text that cannot be a
 * code.
 */
export function codeHint(text: string, stated: readonly StatedCode[]): string {
  if (!/^[\p{L}\p{N}][^,=]{0,19}$/u.test(text)) return "";
  const codes = quotedWord([...stated.map(statedCode), `${text}=block`].join(","), "every");
  return codes === null ? "" : `; if ${text} is a code of the table, add --codes ${codes} (or ${text}=pass, ${text}=exception)`;
}

const statedCode = ({ code, gate, acceptable }: StatedCode): string => `${code}=${acceptable ? "exception" : gate}`;

/**
 * Returns the value of --codes that adds the words without a code as codes of their own to the stated codes; null if every word has a code.
 */
export function codesForWords(words: readonly WordInCells[], stated: readonly StatedCode[]): string | null {
  const open = words.filter(({ code }) => code === null);
  if (open.length === 0) return null;
  return [...stated.map(statedCode), ...open.map(({ word, gate }) => `${word}=${gate ?? "pass"}`)].join(",");
}
