/** One record of a CSV file: its first field, decoded, with its start and end in the text. */
export interface CsvRecord {
  readonly first: string;
  readonly start: number;
  readonly end: number;
  /** True for an empty line. */
  readonly blank: boolean;
}

/** Returns the separator of the header line: programs in countries with a decimal comma write semicolons. */
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

const decoded = (field: string): string => (/^"(?:[^"]|"")*"$/.test(field) ? field.slice(1, -1).replaceAll('""', '"') : field);

/** Returns the records of a CSV text (RFC 4180), by their first field, without a byte order mark, in time linear in its length. */
export function csvRecords(text: string): readonly CsvRecord[] {
  const separator = separatorOf(text);
  const records: CsvRecord[] = [];
  for (let at = text.charCodeAt(0) === 0xfeff ? 1 : 0; at < text.length; at++) {
    const start = at;
    const end = fieldEnd(text, start, separator);
    for (at = end; text[at] === separator; ) at = fieldEnd(text, at + 1, separator);
    if (text[at] === "\r") at++;
    const first = text.slice(start, end);
    records.push({ first: decoded(first), start, end, blank: first === "" && text[end] !== separator });
  }
  return records;
}

/** Returns the decoded fields of every record of a CSV text that is not blank, each with its line, without a byte order mark. */
export function csvRows(text: string): readonly { readonly line: number; readonly fields: readonly string[] }[] {
  const separator = separatorOf(text);
  const rows: { line: number; fields: readonly string[] }[] = [];
  let [line, counted] = [1, 0];
  for (const { start, blank } of csvRecords(text)) {
    for (let at = text.indexOf("\n", counted); at !== -1 && at < start; at = text.indexOf("\n", at + 1)) {
      line++;
      counted = at + 1;
    }
    if (blank) continue;
    const fields: string[] = [];
    for (let at = start, end = start - 1; end === start - 1 || text[end] === separator; at = end + 1) {
      end = fieldEnd(text, at, separator);
      fields.push(decoded(text.slice(at, end)));
    }
    rows.push({ line, fields });
  }
  return rows;
}
