import { type LogicalLine, type Place, type Token, tokens } from "../../../kernel/index.ts";
import type { PropertiesFile } from "../../model/files.ts";

/** A logical line of a file with its key, read leniently: lines after an escape that Java cannot read are there too. */
export interface KeyedLine {
  readonly line: LogicalLine;
  readonly key: string;
}

/** Of such a file Java reads nothing that a person wrote. */
export const isUtf16 = ({ document }: PropertiesFile): boolean => /^utf-16/.test(`${document.bom}`);

const known = new WeakMap<PropertiesFile, readonly KeyedLine[]>();

/** Every entry of a file; none of a UTF-16 file. Five rules ask for those of each file: they are taken apart once. */
export function keyedLines(file: PropertiesFile): readonly KeyedLine[] {
  let lines = known.get(file);
  if (lines) return lines;
  lines = isUtf16(file) ? [] : file.document.lines.map((line) => ({ line, key: keyOf(file, line) }));
  known.set(file, lines);
  return lines;
}

const keyOf = (file: PropertiesFile, line: LogicalLine): string =>
  line.keyEscaped ? reading(keyTokens(file, line)) : file.document.text.slice(line.keyStart, line.keyEnd);

export function keyTokens(file: PropertiesFile, line: LogicalLine): readonly Token[] {
  return tokens(file.document.text, line.keyStart, line.keyEnd);
}

/** The value's tokens, and after them a continuation that nothing follows. */
export function valueTokens(file: PropertiesFile, line: LogicalLine): readonly Token[] {
  return tokens(file.document.text, line.valueStart, line.contentEnd);
}

/** What tokens read as; a malformed escape reads as it is spelt, without its backslash. */
export function reading(of: readonly Token[]): string {
  return of.map((token) => token.text).join("");
}

export function placeAt(file: PropertiesFile, start: number, end: number): Place {
  return file.source.placeOf(start, end);
}
