/**
 * Returns rows as CSV (RFC 4180). A field is quoted if it contains a separator (',', ';' or a tab), a quotation mark or a line end, or if
 * it begins or ends with white space.
 */
export function csvText(rows: readonly (readonly string[])[]): string {
  const field = (text: string) => (/[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return rows.map((row) => `${row.map(field).join(",")}\n`).join("");
}
