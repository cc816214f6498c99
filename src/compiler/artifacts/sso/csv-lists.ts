/** Returns rows as CSV (RFC 4180). A field is quoted if a reader could take it for anything but itself. */
export function csvText(rows: readonly (readonly string[])[]): string {
  const field = (text: string) => (/[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return rows.map((row) => `${row.map(field).join(",")}\n`).join("");
}
