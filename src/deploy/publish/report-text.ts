import { escapeInvisible, greatest } from "../../kernel/index.ts";

/**
 * Returns a value as inline Markdown code. Uses more backticks around it than it contains, and escapes line ends and control characters.
 */
export function code(text: string): string {
  const safe = escapeInvisible(text);
  if (safe === "") return "(empty)";
  const longest = greatest((safe.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  const pad = longest > 0 || /^ .* $/.test(safe) ? " " : "";
  return `${fence}${pad}${safe}${pad}${fence}`;
}

/** Escapes a text for a Markdown table cell: an unescaped bar ends a cell, also inside code. */
const cell = (text: string): string => text.replace(/(?<=\\)\|/g, "\\u007c").replaceAll("|", "\\|"); // a bar after a backslash becomes \u007c, because `\\|` would be read as a backslash and a bar

/** Returns a Markdown table; "" if it would have no rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;
  return [line(head), `|${head.map(() => "---").join("|")}|`, ...rows.map(line)].join("\n");
}

/** Formats a number with thousands separators: "12,345". */
export function count(number: number): string {
  const digits = String(number);
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end));
  return groups.join(",");
}

/** Returns the names as inline code in one line; the text `none` for an empty list. */
export const names = (list: readonly string[], none: string): string => (list.length === 0 ? none : list.map(code).join(", "));
