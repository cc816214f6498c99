import { must } from "../text/must.ts";

/** One record of a CSV file: its first field, decoded, with its start and end in the text. */
export interface CsvRecord {
  readonly first: string;
  readonly start: number;
  readonly end: number;
  /** True if the CSV record is an empty line. */
  readonly blank: boolean;
}

/** Returns the separator in a CSV text's first line: comma, semicolon (Excel in countries with a decimal comma) or tab; else a comma. */
function separatorOf(text: string): string {
  const header = (/^[^\n]*/.exec(text)?.[0] ?? "").replace(/"(?:[^"]|"")*"/g, "");
  return [",", ";", "\t"].find((sign) => header.includes(sign)) ?? ",";
}

/** Returns the end of the CSV field that begins at `start`. A field in quotation marks can contain separators and line ends (RFC 4180). */
function fieldEnd(text: string, start: number, separator: string): number {
  let at = start;
  if (text[at] === '"') {
    for (at++; at < text.length; at++) {
      if (text[at] !== '"') continue;
      if (text[at + 1] !== '"') break;
      at++;
    }
  }
  while (at < text.length && text[at] !== separator && text[at] !== "\n") at++;
  // the CR of a CRLF is not a part of the field; any other CR is, so that callers can report it
  return text[at] === "\n" && text[at - 1] === "\r" && at > start ? at - 1 : at;
}

/**
 * A fault of a CSV field in quotation marks. open: the closing quotation mark is missing, so that the field holds the rest of the file.
 * after: other text follows the closing quotation mark.
 */
export type Quotation = "open" | "after";

/** One field of a CSV table with its start and end in the text: decoded, or as written if `fault` is set. */
export interface CsvField {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly fault: Quotation | null;
}

/** Returns the text of a CSV field without its quotation marks, and the fault of these marks; null for no fault. */
function decoded(raw: string): Pick<CsvField, "text" | "fault"> {
  if (!raw.startsWith('"')) return { text: raw, fault: null };
  if (/^"(?:[^"]|"")*"$/.test(raw)) return { text: raw.slice(1, -1).replaceAll('""', '"'), fault: null };
  return { text: raw, fault: /^"(?:[^"]|"")*$/.test(raw) ? "open" : "after" };
}

/** The records of a CSV text, each a list of its fields, in the order of the text. */
export type CsvTable = readonly (readonly CsvField[])[];

/** Reads a CSV text (RFC 4180) in time linear in its length. Ignores a byte order mark. Returns all records with their fields. */
export function csvTable(text: string): CsvTable {
  const separator = separatorOf(text);
  const records: CsvField[][] = [];
  const fieldAt = (start: number, end: number): CsvField => ({ ...decoded(text.slice(start, end)), start, end });
  for (let at = text.charCodeAt(0) === 0xfeff ? 1 : 0; at < text.length; at++) {
    let end = fieldEnd(text, at, separator);
    const fields = [fieldAt(at, end)];
    for (at = end; text[at] === separator; at = end) {
      end = fieldEnd(text, at + 1, separator);
      fields.push(fieldAt(at + 1, end));
    }
    if (text[at] === "\r") at++;
    records.push(fields);
  }
  return records;
}

/**
 * Returns the place of the opening quotation mark that has no closing one in a CSV text: line and column, both from 1 in UTF-16 code units,
 * and offset. Returns null if every quotation mark is closed.
 * @param table the fields of `text`
 */
export function unclosedQuotation(
  text: string,
  table: CsvTable,
): { readonly line: number; readonly column: number; readonly start: number } | null {
  // a field without a closing quotation mark contains the rest of the text, so it is the last one
  const last = table.at(-1)?.at(-1);
  if (last?.fault !== "open") return null;
  const before = text.slice(text.charCodeAt(0) === 0xfeff ? 1 : 0, last.start).split("\n");
  return { line: before.length, column: must(before.at(-1), "the line of a field").length + 1, start: last.start };
}

/** Returns, for each record of a CSV table, its first field with the field's start and end. */
export const csvRecords = (table: CsvTable): readonly CsvRecord[] =>
  table.map((fields) => {
    const { text: first, start, end } = must(fields[0], "the first field of a record");
    return { first, start, end, blank: fields.length === 1 && start === end };
  });

/** Returns the decoded fields of each record of a CSV table that is not an empty line, with the record's line in `text`. */
export function csvRows(text: string, table: CsvTable): readonly { readonly line: number; readonly fields: readonly string[] }[] {
  let [line, counted] = [1, 0];
  return table.flatMap((fields) => {
    const start = must(fields[0], "the first field of a record").start;
    for (let at = text.indexOf("\n", counted); at !== -1 && at < start; at = text.indexOf("\n", at + 1)) {
      line++;
      counted = at + 1;
    }
    const texts = fields.map((field) => field.text);
    return texts.length === 1 && texts[0] === "" ? [] : [{ line, fields: texts }];
  });
}
