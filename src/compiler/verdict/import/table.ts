import { nearest, plainNameFault } from "../../../kernel/index.ts";
import { toolRowKey } from "../tool-row.ts";
import { type CellPlace, type CellProblem, type Grid, type GridCell, cellIndex, transpose } from "./grid.ts";
import { DATE, type KnownNames, isJavaRow, releaseIn, turnedHead } from "./heads.ts";
import { type LegendCode, type StatedCode, type WordInCells, codeHint, withoutMark, wordInCells } from "./words.ts";

/** A row of the matrix as it was imported. */
export interface ImportedRow {
  readonly tool: string;
  readonly java: string | null;
  readonly cells: ReadonlyMap<string, string>;
}

export interface ImportedTable {
  readonly rows: readonly ImportedRow[];
  /** Faults of cells. If there is one, nothing is imported. */
  readonly problems: readonly CellProblem[];
  /** Texts around the imported table, such as footnotes, which are not imported. */
  readonly notes: readonly CellProblem[];
  /** Heads of columns that are not imported, because their heads name no connector release. */
  readonly leftOut: readonly string[];
  /** Common words in the cells (yes, certified), each with its code in the legend. */
  readonly words: readonly WordInCells[];
}

/** The state of reading a table: its cells, with the faults collected so far. */
class Reading {
  readonly problems: CellProblem[] = [];
  readonly notes: CellProblem[] = [];
  readonly leftOut: string[] = [];
  readonly words = new Map<string, WordInCells>();
  readonly codes: readonly string[];

  constructor(
    readonly rows: readonly (readonly GridCell[])[],
    readonly legend: readonly LegendCode[],
    /** True if rows and columns of the table were exchanged before reading it. */
    readonly isTurned: boolean,
    readonly stated: readonly StatedCode[],
  ) {
    this.codes = legend.map(({ code }) => code);
  }

  report(cell: Pick<GridCell, "at" | "text">, problem: string, expected: string): null {
    this.problems.push({ at: cell.at, found: cell.text, problem, expected });
    return null;
  }

  /** Reports a column head from which it follows that the first column has no tools. */
  reportTools(cell: Pick<GridCell, "at" | "text">, problem: string): null {
    const [first, before] = this.isTurned ? ["row", "rows"] : ["column", "columns"];
    return this.report(
      cell,
      `${problem}: the tools are read from the first ${first}`,
      `the tools in the first ${first}: move their ${first} there, or delete the ${before} before it`,
    );
  }

  /** Returns the text of a cell; null for a cell with a fault, which is reported. */
  sound(cell: GridCell): string | null {
    return cell.fault ? this.report(cell, cell.fault.problem, cell.fault.expected) : cell.text;
  }
}

const RELEASE = "a release as releases/ names it, such as 2606";
const JAVA = /^java( version)?$/i;
const textAt = (row: readonly GridCell[] | undefined, column: number): string => row?.[column]?.text ?? "";
const filled = (row: readonly GridCell[]): readonly number[] =>
  row.flatMap((cell, i) => (cell.text !== "" || cell.fault ? [i] : []));

/**
 * Returns the use of a column other than the first. A digit in its head or a code in its cells makes it the column of a connector release.
 * Any other column, such as 'Notes', is left out if the head of the first column contains 'tool', or if a release is to its left and its
 * own head does not contain 'tool'. Otherwise it can be the column of the tools.
 */
function useOf(reading: Reading, row: number, column: number, tool: number): "release" | "left out" | "tools" {
  const { rows, codes } = reading;
  const head = rows[row] ?? [];
  if (/\d/.test(textAt(head, column)) || head[column]?.fault) return "release";
  if (rows.slice(row + 1).some((cells) => codes.includes(textAt(cells, column)))) return "release";
  if (/tool/i.test(textAt(head, tool))) return "left out";
  const isBeside = head.some(({ text }, i) => i > tool && i < column && /\d/.test(text));
  return isBeside && !/tool/i.test(textAt(head, column)) ? "left out" : "tools";
}

/** Returns true if the first column, from which the tools are read, has codes or Java versions. */
function isFirstWrong({ rows, codes }: Reading, row: number, tool: number): boolean {
  const first = rows.slice(row + 1).find((cells) => textAt(cells, tool) !== "");
  return JAVA.test(textAt(rows[row], tool)) || codes.includes(textAt(first, tool));
}

const turnHint = ({ isTurned }: Reading): string =>
  `if the tools are in the ${isTurned ? "first column, leave --columns tools out" : "first row, add --columns tools"}`;

/** Returns the release in the head of a column, such as 2606 from 'Connector 2606'; null for a text that is none, which is reported. */
function releaseOf(cell: GridCell, reading: Reading): string | null {
  const text = reading.sound(cell);
  if (text === null) return null;
  if (DATE.test(text)) return reading.report(cell, "it reads like a date, which a sheet makes of 26.06", RELEASE);
  const own = releaseIn(text);
  if (plainNameFault(own) !== null || /\s/.test(own))
    return reading.report(cell, "it is no connector release", `${RELEASE}; ${turnHint(reading)}`);
  return own;
}

interface Head {
  readonly row: number;
  readonly tool: number;
  readonly java: number | null;
  readonly releases: ReadonlyMap<number, string>;
}

function headOf(reading: Reading, known: KnownNames): Head | null {
  const used = reading.rows.flatMap(filled);
  const tool = used.reduce((least, column) => Math.min(least, column), Number.POSITIVE_INFINITY);
  const row = reading.rows.findIndex((cells) => filled(cells).some((column) => column > tool));
  const head = reading.rows[row];
  if (!head) return null;
  if (isFirstWrong(reading, row, tool)) {
    const cell = head[tool] ?? { text: "", at: { cell: "A1", line: null, column: null } };
    return reading.reportTools(cell, "the cells below it are no tools");
  }
  const turned = turnedHead(
    reading.rows.slice(row).map((cells) => cells.slice(tool)),
    known,
  );
  if (turned) {
    const other = turned.corner === null ? "" : `, and if not, write Tool in ${turned.corner}`;
    const problem = "the connector releases are where the tools are read";
    return reading.report(turned.cell, problem, `${RELEASE}; ${turnHint(reading)}${other}`);
  }
  const releases = new Map<number, string>();
  const first = new Map<string, CellPlace>();
  let java: number | null = null;
  for (const column of filled(head)) {
    const cell = head[column];
    if (!cell || column === tool) continue;
    const use = JAVA.test(cell.text) ? "java" : useOf(reading, row, column, tool);
    if (use === "java") java = column;
    else if (use === "left out") reading.leftOut.push(cell.text);
    else if (use === "tools") reading.reportTools(cell, "it is no connector release, and no code is below it");
    else {
      const release = releaseOf(cell, reading);
      if (release === null) continue;
      const before = first.get(release);
      if (before)
        reading.report(cell, `the release ${release} has a column already (${before.cell})`, "one column for each release");
      else releases.set(column, release);
      first.set(release, before ?? cell.at);
    }
  }
  return { row, tool, java, releases };
}

/** Returns the code of a cell; null for an empty cell, and for an unknown code, which is reported. */
function codeOf(cell: GridCell, reading: Reading): string | null {
  const text = reading.sound(cell);
  if (text === null || text === "") return null;
  const { codes } = reading;
  if (codes.includes(text)) return text;
  const without = withoutMark(text);
  const [meant] = [
    codes.find((code) => code === without),
    codes.find((code) => code.toLowerCase() === text.toLowerCase()),
  ].filter(Boolean);
  const word = wordInCells(text, reading.legend);
  if (word && (meant === undefined || meant === word.code)) {
    reading.words.set(text, { ...word, cells: (reading.words.get(text)?.cells ?? 0) + 1 });
    return (
      word.code ??
      reading.report(cell, "it is a word, and the legend has no single code for it", `${codes.join(", ")}, or an empty cell`)
    );
  }
  // a code of one or two letters resembles every other one, so a guess would not help
  const near = meant ?? (text.length > 2 ? nearest(text, codes) : null);
  const hint =
    meant !== undefined && meant === without ? ` (${meant} with a mark of a footnote?)` : near ? ` (did you mean ${near}?)` : "";
  const other = hint === "" ? codeHint(text, reading.stated) : "";
  return reading.report(cell, `it is no code of the legend${hint}`, `${codes.join(", ")}, or an empty cell${other}`);
}

function rowOf(cells: readonly GridCell[], head: Head, reading: Reading): ImportedRow | null {
  const codes = new Map<string, string>();
  for (const [column, release] of head.releases) {
    const cell = cells[column];
    const code = cell ? codeOf(cell, reading) : null;
    if (code !== null) codes.set(release, code);
  }
  const own = cells[head.tool];
  const tool = own ? reading.sound(own) : "";
  if (tool === null) return null;
  if (tool === "") {
    const [column = 0] = filled(cells);
    const cell = cells[column];
    return cell
      ? reading.report(
          cell,
          "its row names no tool",
          `the tool's release in the first ${reading.isTurned ? "row of each column" : "column of each row"}`,
        )
      : null;
  }
  const javaCell = head.java === null ? undefined : cells[head.java];
  const java = javaCell ? reading.sound(javaCell) : "";
  if (javaCell && java !== null && java !== "" && !/^\d{1,3}$/.test(java))
    reading.report(javaCell, "it is no version of Java", "a whole number, such as 17");
  return { tool, java: java || null, cells: codes };
}

/** Reports ranges of merged cells within the table: only the first cell of each has a value. */
function mergedProblems(grid: Grid, head: Head, last: number, reading: Reading): void {
  for (const range of grid.merged) {
    const [from = "", to = from] = range.split(":");
    const [start, end] = [cellIndex(from), cellIndex(to)];
    if (!start || !end || end.row < head.row || start.row > last || end.column < head.tool) continue;
    const text = textAt(grid.rows[start.row], start.column);
    reading.report(
      { text, at: { cell: from, line: null, column: null } },
      `${range} is merged: only ${from} has a value`,
      "one value in each cell: unmerge it, and fill all",
    );
  }
}

/** Reports each column with a filled cell but no release at its head. */
function headlessColumns(head: Head, last: number, reading: Reading): void {
  const known = new Set([...head.releases.keys(), head.tool, ...(head.java === null ? [] : [head.java])]);
  const seen = new Set<number>(filled(reading.rows[head.row] ?? []));
  for (const cells of reading.rows.slice(head.row + 1, last + 1)) {
    for (const column of filled(cells)) {
      const cell = cells[column];
      if (!cell || known.has(column) || seen.has(column)) continue;
      seen.add(column);
      reading.report(cell, "its column has no release at its head", "a release in the first row of the table");
    }
  }
}

const NO_CODES = {
  problem: "it is no row with codes and is not imported",
  expected: "a tool with a code in a column of a release",
};
const JAVA_NEEDED = {
  problem: "it is the Java that connectors need, and is not imported",
  expected: "`java` in releases/R/release.yaml of each release R",
};

/**
 * Reads a vendor's table: tools in the first column, connector releases in the first row, codes in the cells. Texts around it are notes.
 * @param columns The kind of the columns; `tools` for a table whose first row has the tools.
 * @param stated The codes of the option --codes.
 * @param known The names that the repository has already.
 */
export function readTable(
  found: Grid,
  legend: readonly LegendCode[],
  columns: "connectors" | "tools",
  stated: readonly StatedCode[],
  known: KnownNames,
): ImportedTable {
  const grid = columns === "tools" ? transpose(found) : found;
  const reading = new Reading(grid.rows, legend, columns === "tools", stated);
  const { problems, notes, leftOut } = reading;
  const head = headOf(reading, known);
  if (!head || head.releases.size === 0) {
    if (problems.length === 0)
      reading.report(
        { text: "", at: { cell: "A1", line: null, column: null } },
        "no table is here",
        "a first row with connector releases, and a row for each tool",
      );
    return { rows: [], problems, notes, leftOut, words: [] };
  }
  const others = [...head.releases.keys(), ...(head.java === null ? [] : [head.java])];
  const holds = (row: readonly GridCell[]) => filled(row).some((column) => others.includes(column));
  const last = grid.rows.findLastIndex(
    (row, i) => i > head.row && others.some((column) => textAt(row, column) !== "" || row[column]?.fault),
  );
  if (columns === "connectors") mergedProblems(grid, head, last, reading);
  headlessColumns(head, last, reading);
  const rows: ImportedRow[] = [];
  const places = new Map<string, CellPlace>();
  for (const [i, cells] of grid.rows.entries()) {
    const [first] = filled(cells).map((column) => cells[column]);
    if (!first || i === head.row) continue;
    const isJava = i > head.row && isJavaRow(cells, head.tool, reading.codes);
    if (i < head.row || i > last || !holds(cells) || isJava) {
      // a text beside the table is a note; a cell with a fault is reported wherever it is
      if (reading.sound(first) !== null) notes.push({ at: first.at, found: first.text, ...(isJava ? JAVA_NEEDED : NO_CODES) });
      continue;
    }
    const row = rowOf(cells, head, reading);
    if (!row) continue;
    const before = places.get(toolRowKey(row.tool));
    if (before) reading.report(cells[head.tool] ?? first, `the tool has a row already (${before.cell})`, "one row for each tool");
    else rows.push(row);
    places.set(toolRowKey(row.tool), before ?? first.at);
  }
  return { rows, problems, notes, leftOut, words: [...reading.words.values()] };
}
