/** One record of a CSV file: its first field, decoded, and where that stands. */
export interface CsvRecord {
  readonly first: string;
  readonly start: number;
  readonly end: number;
  /** True for a line with nothing on it. */
  readonly blank: boolean;
}

/** The separator that the header line uses: programs of countries with a decimal comma write semicolons. */
function separatorOf(text: string): string {
  const header = (/^[^\n]*/.exec(text)?.[0] ?? "").replace(/"(?:[^"]|"")*"/g, "");
  return [",", ";", "\t"].find((sign) => header.includes(sign)) ?? ",";
}

/** The end of the field that begins here; a field in quotation marks may hold separators and line ends (RFC 4180, section 2). */
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
  // CRLF ends a line; a CR elsewhere is a part of the field, which somebody has to be told
  return text[at] === "\n" && text[at - 1] === "\r" && at > start ? at - 1 : at;
}

const decoded = (field: string): string => (/^"(?:[^"]|"")*"$/.test(field) ? field.slice(1, -1).replaceAll('""', '"') : field);

/** The records of a CSV text (RFC 4180), by their first field. A byte order mark is no part of it. Time linear in its length. */
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
