import { readFileSync, writeFileSync } from "node:fs";

/** A Markdown table that is also readable as text. */
export function table(head, rows) {
  const width = head.map((_, column) => Math.max(3, ...[head, ...rows].map((cells) => cells[column].length)));
  const line = (cells) => `| ${cells.map((cell, column) => cell.padEnd(width[column])).join(" | ")} |`;
  return [line(head), `|${width.map((each) => "-".repeat(each + 2)).join("|")}|`, ...rows.map(line)].join("\n");
}

/**
 * A bar of the design and how it was met.
 * @param {number} measured smaller is better
 */
export function bar(what, measured, limit, unit) {
  const figures = `${measured.toFixed(2)} ${unit}, to be at most ${limit} ${unit}`;
  const miss = `missed by ${((measured / limit - 1) * 100).toFixed(0)} %`;
  return `**${measured <= limit ? "met" : miss}** - ${what}: ${figures}`;
}

/** One benchmark's section, without its heading. */
export function section({ tables, bars, notes }, facts) {
  const parts = [facts, ...tables.map(({ head, rows }) => table(head, rows))];
  if (bars.length > 0) parts.push(bars.map((each) => `- ${each}`).join("\n"));
  if (notes.length > 0) parts.push(notes.map((each) => `- ${each}`).join("\n"));
  return parts.join("\n\n");
}

/** Puts a section between its markers in a file; the file must have them. */
export function writeSection(path, name, text) {
  const document = readFileSync(path, "utf8");
  const [begin, end] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`];
  const from = document.indexOf(begin);
  const to = document.indexOf(end);
  if (from < 0 || to < from)
    throw new Error(`${path} has no place for ${name}: write the lines ${begin} and ${end} where it belongs`);
  writeFileSync(path, `${document.slice(0, from + begin.length)}\n${text}\n${document.slice(to)}`);
}
