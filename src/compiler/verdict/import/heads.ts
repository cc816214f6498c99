import { parseToolRow, toolRowKey } from "../tool-row.ts";
import type { GridCell } from "./grid.ts";

/** Matches dates as sheets write them: 2026-06-26, 26/06/2026, 26. Jun, Jun-26. The names of months are English or German. */
const MONTH = "(?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)\\p{L}{0,6}";
export const DATE = new RegExp(
  `^(?:\\d{4}-\\d\\d-\\d\\d|\\d{1,2}[./-]\\d{1,2}[./-]\\d{2,4}|\\d{1,2}[. -]{1,2}${MONTH}(?:[. -]{1,2}\\d{2,4})?|${MONTH}[. -]{1,2}\\d{2,4})$`,
  "iu",
);
/** The names that the repository has already: tool releases as keys of `toolRowKey`, and connector releases. */
export interface KnownNames {
  readonly tools: ReadonlySet<string>;
  readonly releases: ReadonlySet<string>;
}

/** Returns the connector release that a cell names, without a word before it: 2606 of 'Connector 2606'. */
export const releaseIn = (text: string): string => /^[\p{L} ]+ (\d[\w.-]*)$/u.exec(text)?.[1] ?? text;

/**
 * A column head from which it follows that a table is transposed: connector releases in the first column, tools in the first row. `corner`
 * is the name of the table's first cell if only its text is the evidence; otherwise null.
 */
interface Turned {
  readonly cell: GridCell;
  readonly corner: string | null;
}

/**
 * Returns the first column head from which it follows that a table is transposed: tools in the first row, connector releases in the first
 * column; null if none does. Evidence is a tool or release that the repository has already, a head spelled like a tool (2024x,
 * 2026xRefresh1), or 'Connector' at the head of the first column.
 * @param rows The table from its row of heads on; the tools are expected in its first column.
 */
export function turnedHead([heads = [], ...rows]: readonly (readonly GridCell[])[], known: KnownNames): Turned | null {
  const isTool = ({ text }: GridCell) => known.tools.has(toolRowKey(text)) || /\dx$/.test(parseToolRow(text).family);
  const isRelease = ({ text }: GridCell) => known.releases.has(releaseIn(text));
  const [corner, ...columns] = heads;
  const named = columns.filter(({ text }) => text !== "");
  const first = rows.flatMap(([cell]) => (cell && cell.text !== "" ? [cell] : []));
  const [head] = named;
  if (!corner || !head || first.some(isTool) || named.some(isRelease)) return null;
  const tool = named.find(isTool) ?? (first.some(isRelease) ? head : undefined);
  if (tool) return { cell: tool, corner: null };
  return /^connector/i.test(corner.text) && !/tool/i.test(corner.text) ? { cell: head, corner: corner.at.cell } : null;
}

const JAVA_WORD = /^(?:java|jre|jdk|jvm|se|versions?|required|minimum|min|of|for|connectors?)$/i;

/**
 * Returns true if a row states the Java versions that connectors need instead of a tool's codes: its name consists only of 'Java' and words
 * such as 'version' or 'required', and no cell is a code.
 * @param tool Index of the column with the tools.
 */
export function isJavaRow(cells: readonly GridCell[], tool: number, codes: readonly string[]): boolean {
  const names = cells[tool]?.text.match(/[^\s/(),:.-]+/g) ?? [];
  if (!names.some((word) => /^java$/i.test(word)) || !names.every((word) => JAVA_WORD.test(word))) return false;
  return !cells.some(({ text }) => codes.includes(text));
}
