import { must } from "../text/must.ts";

/** One record of a CSV file: its first field, decoded, with its start and end in the text. */
export interface CsvRecord {
  readonly first: string;
  readonly start: number;
  readonly end: number;
  /** True if the CSV record is an empty line. */
  readonly blank: boolean;
}

/** Returns the separator of the header line; a comma if it has none. Programs in countries with a decimal comma write semicolons. */
function separatorOf(text: string): string {
  const header = (/^[^\n]*/.exec(text)?.[0] ?? "").replace(/"(?:[^"]|"")*"/g, "");
  return [",", ";", "\t"].find((sign) => header.includes(sign)) ?? ",";
}

/** Returns the end of the field that begins at `start`; a field in quotation marks can contain separators and line ends (RFC 4180, section 2). */
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
  // CRLF ends a line; a CR elsewhere is a part of the field, so that it can be reported
  return text[at] === "\n" && text[at - 1] === "\r" && at > start ? at - 1 : at;
}

/**
 * A fault of a CSV field in quotation marks. open: the closing mark is missing, so that the field holds the rest of the text. after: text
 * follows the closing mark.
 */
export type Quotation = "open" | "after";

/** One field of a CSV table, decoded, or as written if its quotation is at fault, with its start and end in the text. */
export interface CsvField {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly fault: Quotation | null;
}

/** Returns the text of a written field without its quotation marks, and the fault of the marks; null for no fault. */
function decoded(raw: string): Pick<CsvField, "text" | "fault"> {
  if (!raw.startsWith('"')) return { text: raw, fault: null };
  if (/^"(?:[^"]|"")*"$/.test(raw)) return { text: raw.slice(1, -1).replaceAll('""', '"'), fault: null };
  return { text: raw, fault: /^"(?:[^"]|"")*$/.test(raw) ? "open" : "after" };
}

/** The fields of a CSV text by record, in the order of the text. */
export type CsvTable = readonly (readonly CsvField[])[];

/** Returns all fields of a CSV text (RFC 4180) by record, without a byte order mark, in time linear in its length. */
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
 * Returns the place in `text`, as a line and a column from 1 in UTF-16 code units, of the opening quotation mark that has no closing one in
 * `table`, the fields of that text; null if every field is closed.
 */
export function unclosedQuotation(
  text: string,
  table: CsvTable,
): { readonly line: number; readonly column: number; readonly start: number } | null {
  // a field without a closing mark holds the rest of the text, so it is the last one
  const last = table.at(-1)?.at(-1);
  if (last?.fault !== "open") return null;
  const before = text.slice(text.charCodeAt(0) === 0xfeff ? 1 : 0, last.start).split("\n");
  return { line: before.length, column: must(before.at(-1), "the line of a field").length + 1, start: last.start };
}

/** Returns the records of a CSV table, by their first field. */
export const csvRecords = (table: CsvTable): readonly CsvRecord[] =>
  table.map((fields) => {
    const { text: first, start, end } = must(fields[0], "the first field of a record");
    return { first, start, end, blank: fields.length === 1 && start === end };
  });

/** Returns the decoded fields of every record of `table` that is not blank, each with its line in `text`, the CSV text of the table. */
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
