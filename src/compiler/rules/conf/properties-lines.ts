import { type LogicalLine, type Place, type Token, tokens } from "../../../kernel/index.ts";
import type { PropertiesFile } from "../../model/files.ts";

/** A logical line of a properties file with its key. Lines after an escape at which Java stops reading the file are included. */
export interface KeyedLine {
  readonly line: LogicalLine;
  readonly key: string;
}

/** Returns whether a properties file is UTF-16. Java reads it as ISO-8859-1, so that no key and value is the one that a person sees. */
export const isUtf16 = ({ document }: PropertiesFile): boolean => /^utf-16/.test(`${document.bom}`);

const known = new WeakMap<PropertiesFile, readonly KeyedLine[]>();

/** Returns the entries of a properties file; none for a UTF-16 file. They are cached for the file, because several rules need them. */
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

/** Returns the tokens of an entry's value, including a continuation backslash at its end that joins no further line. */
export function valueTokens(file: PropertiesFile, line: LogicalLine): readonly Token[] {
  return tokens(file.document.text, line.valueStart, line.contentEnd);
}

/** Returns the text that Java reads for tokens. A malformed escape counts as the text after its backslash. */
export function readTokens(of: readonly Token[]): string {
  return of.map((token) => token.text).join("");
}

export function placeAt(file: PropertiesFile, start: number, end: number): Place {
  return file.source.placeOf(start, end);
}
