import { greatest, spelled } from "../../kernel/index.ts";

/** A value as Markdown code in one line: backticks inside make the fence longer, line ends and control characters are escaped. */
export function code(text: string): string {
  const safe = spelled(text);
  if (safe === "") return "(empty)";
  const longest = greatest((safe.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  const pad = longest > 0 || /^ .* $/.test(safe) ? " " : "";
  return `${fence}${pad}${safe}${pad}${fence}`;
}

/** One cell: a bar would end it, inside of code as well. */
const cell = (text: string): string => text.replace(/(?<=\\)\|/g, "\\u007c").replaceAll("|", "\\|"); // \\| would be a backslash and a bar

/** A Markdown table; "" for no rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;
  return [line(head), `|${head.map(() => "---").join("|")}|`, ...rows.map(line)].join("\n");
}

/** "12,345". */
export function count(number: number): string {
  const digits = String(number);
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end));
  return groups.join(",");
}

/** Names in one line, or what to say instead. */
export const names = (list: readonly string[], none: string): string => (list.length === 0 ? none : list.map(code).join(", "));
