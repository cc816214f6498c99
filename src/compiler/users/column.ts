const HEADER = /^user[-_ ]?names?$/i;

/** Parses a CSV text (RFC 4180) into records of fields. Skips empty lines. */
function records(text: string, separator: string): readonly (readonly string[])[] {
  const all: string[][] = [];
  let record: string[] = [];
  let at = 0;
  while (at <= text.length) {
    let field = "";
    if (text[at] === '"') {
      for (at++; at < text.length && (text[at] !== '"' || text[at + 1] === '"'); at++) {
        if (text[at] === '"') at++;
        field += text[at];
      }
      at++;
    }
    let end = at;
    while (end < text.length && text[end] !== separator && text[end] !== "\n") end++;
    const line = text[end] !== separator;
    field += text.slice(at, line && text[end - 1] === "\r" && end > at ? end - 1 : end);
    record.push(field);
    if (line) {
      if (record.length > 1 || field !== "") all.push(record);
      record = [];
    }
    at = end + 1;
  }
  return all;
}

/**
 * Returns the usernames of a CSV file: the column that the first line names username. Without such a header, returns the first column of every line,
 * as `kcadm.sh get users --fields username --format csv` writes it.
 */
export function columnOf(text: string): readonly string[] {
  const header = /^[^\n]*/.exec(text)?.[0] ?? "";
  const separator = [",", ";", "\t"].find((sign) => header.includes(sign)) ?? ",";
  const [first = [], ...rest] = records(text.replace(/^\ufeff/, ""), separator);
  const column = first.findIndex((name) => HEADER.test(name.trim()));
  return (column < 0 ? [first, ...rest] : rest).map((fields) => fields[Math.max(0, column)] ?? "");
}
