/** A CSV text (RFC 4180): a field is in quotation marks where it could be read as anything but itself. */
export function csvText(rows: readonly (readonly string[])[]): string {
  const field = (text: string) => (/[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return rows.map((row) => `${row.map(field).join(",")}\n`).join("");
}
