import { type LogicalLine, type Place, type Token, tokens } from "../../../kernel/index.ts";
import type { PropertiesFile } from "../../model/files.ts";

/** A logical line of a file with its key, parsed leniently: lines after an escape that Java cannot read are included. */
export interface KeyedLine {
  readonly line: LogicalLine;
  readonly key: string;
}

/** Returns whether a file is UTF-16, of which Java reads nothing that a person wrote. */
export const isUtf16 = ({ document }: PropertiesFile): boolean => /^utf-16/.test(`${document.bom}`);

const known = new WeakMap<PropertiesFile, readonly KeyedLine[]>();

/** Returns the entries of a properties file; none of a UTF-16 file. They are cached for the file, because several rules need them. */
export function keyedLines(file: PropertiesFile): readonly KeyedLine[] {
  let lines = known.get(file);
  if (lines) return lines;
  lines = isUtf16(file) ? [] : file.document.lines.map((line) => ({ line, key: keyOf(file, line) }));
  known.set(file, lines);
  return lines;
}

const keyOf = (file: PropertiesFile, line: LogicalLine): string =>
  line.keyEscaped ? readTokens(keyTokens(file, line)) : file.document.text.slice(line.keyStart, line.keyEnd);

export function keyTokens(file: PropertiesFile, line: LogicalLine): readonly Token[] {
  return tokens(file.document.text, line.keyStart, line.keyEnd);
}

/** Returns the value's tokens, including a continuation at its end that joins nothing. */
export function valueTokens(file: PropertiesFile, line: LogicalLine): readonly Token[] {
  return tokens(file.document.text, line.valueStart, line.contentEnd);
}

/** Returns the text that tokens stand for. A malformed escape stands for all that follows its backslash. */
export function readTokens(of: readonly Token[]): string {
  return of.map((token) => token.text).join("");
}

export function placeAt(file: PropertiesFile, start: number, end: number): Place {
  return file.source.placeOf(start, end);
}
