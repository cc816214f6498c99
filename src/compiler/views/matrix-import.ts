import { MATRIX_PATH, plural, quotedWord } from "../../kernel/index.ts";
import type { CellProblem } from "../verdict/import/grid.ts";
import type { Absent, MatrixChange, StatedSource } from "../verdict/import/merge.ts";
import type { ImportedTable } from "../verdict/import/table.ts";
import { type Look, NL, styleFor, visible } from "../../report/index.ts";

/** The result of `matrix import`. */
export interface MatrixReport extends ImportedTable {
  readonly state: "printed" | "written" | "unchanged" | "refused";
  readonly file: string;
  readonly form: string;
  readonly source: StatedSource;
  readonly changes: readonly MatrixChange[];
  readonly absent: readonly Absent[];
  /** Changes of cells for which matrix.yaml has another value. They are written only with --force. */
  readonly conflicts: readonly MatrixChange[];
  /** Value for the option --codes that defines a code for each word of the table that has none; null if there is no such word. */
  readonly codes: string | null;
  /** Text of the new matrix.yaml; null if it is not printed on standard output. */
  readonly text: string | null;
}

/** Number of lines of one kind (added, changed) that are listed; more would push the first line, with the result, off the screen. */
const MOST = 50;

function limited(lines: readonly string[]): readonly string[] {
  return lines.length <= MOST ? lines : [...lines.slice(0, MOST), `  ... and ${lines.length - MOST} more; --format json has all`];
}

function placeWords({ at: { cell, line, column } }: CellProblem): string {
  return line === null ? cell : `${cell} (line ${line}, column ${column})`;
}

function problemLines(problem: CellProblem, mark: string): readonly string[] {
  const found = problem.found === "" ? "" : ` '${visible(problem.found.slice(0, 80))}'`;
  return [
    `  ${mark} ${placeWords(problem)}${found}: ${visible(problem.problem)}`,
    `      expected: ${visible(problem.expected)}`,
  ];
}

function changeWords({ kind, tool, connector, field, before, after }: MatrixChange): string {
  const [from, to] = [visible(before ?? "none"), visible(after ?? "none")];
  if (kind === "row") return `new row ${to}`;
  if (kind === "code") return `new code ${to}`;
  if (after === null) return `${field}: ${from} is left out, because another revision has it; give its own with --${field}`;
  if (kind === "source") return `${field}: ${from} -> ${to}`;
  const pair = kind === "java" ? `${visible(tool ?? "")}: Java` : `${visible(tool ?? "")} × ${visible(connector ?? "")}:`;
  return `${pair} ${before === null ? "" : `${from} -> `}${to}`;
}

type Changes = Pick<MatrixReport, "changes" | "problems" | "conflicts">;

const HEAD = {
  printed: (report: Changes) => `would be written to ${MATRIX_PATH}: ${plural(report.changes.length, "change")}; add --write`,
  written: (report: Changes) => `${MATRIX_PATH} written: ${plural(report.changes.length, "change")}`,
  unchanged: () => `${MATRIX_PATH} already has all of it: nothing was written`,
  refused: ({ problems, conflicts }: Changes) =>
    problems.length > 0
      ? `${plural(problems.length, "cell")} cannot be imported: nothing was written`
      : `${plural(conflicts.length, "cell")} would be replaced: nothing was written`,
};

function conflictLines({ problems, conflicts, state }: Changes & Pick<MatrixReport, "state">): readonly string[] {
  if (problems.length > 0 || conflicts.length === 0) return [];
  return [
    `  help: ${state === "printed" ? "--write needs --force, because" : "add --force if the new revision says so:"} ${plural(conflicts.length, "cell")} of the matrix ${conflicts.length === 1 ? "differs" : "differ"}`,
  ];
}

/**
 * Returns the lines about parts of the table that are not imported as written: columns that are left out, and words that are read as a code
 * or have no code.
 */
function wordLines({ leftOut, words, codes }: Pick<MatrixReport, "leftOut" | "words" | "codes">): readonly string[] {
  const ways = words.some(({ code, gate }) => code === null && gate === null)
    ? " (x=block if x marks what is not certified)"
    : "";
  return [
    ...leftOut.map((head) => `  left out: column '${visible(head)}'`),
    ...words.flatMap(({ word, code, cells }) =>
      code === null ? [] : [`  read as ${visible(code)}: '${visible(word)}' in ${plural(cells, "cell")}`],
    ),
    ...(codes === null
      ? []
      : [`  help: for words as codes of their own, give --codes ${quotedWord(codes, "every") ?? `"${visible(codes)}"`}${ways}`]),
  ];
}

/** Returns the document of `matrix import`, schema tierwright/matrix-import/v1. */
export const matrixImportDocument = (report: MatrixReport) => ({
  schema: "tierwright/matrix-import/v1",
  ...report,
  rows: report.rows.map(({ tool, java, cells }) => ({ tool, java, connectors: Object.fromEntries(cells) })),
});

/** Returns the result of `matrix import` as text for people. */
export function matrixImportText(report: ReturnType<typeof matrixImportDocument>, { color }: Look): string {
  const style = styleFor(color);
  const { state, problems, changes, conflicts, absent, notes, file, form, rows } = report;
  const mark = state === "refused" ? style.error("✗") : style.good("✓");
  const shown = state === "refused" && problems.length === 0 ? conflicts : changes;
  const lines = [
    `${mark} ${style.bold(visible(file))} (${form}, ${plural(rows.length, "row")}): ${HEAD[state](report)}`,
    ...limited(problems.flatMap((problem) => problemLines(problem, style.error("-")))),
    ...limited(wordLines(report)),
    ...(problems.length > 0 ? [] : limited(shown.map((change) => `  ${changeWords(change)}`))),
    ...conflictLines(report),
    ...(problems.length > 0
      ? []
      : limited(
          absent.map(
            ({ tool, connector }) =>
              `  stays, although the table lacks it: ${visible(tool)}${connector === null ? "" : ` × ${visible(connector)}`}`,
          ),
        )),
    ...limited(notes.flatMap((note) => problemLines(note, "note:"))),
  ];
  return `${lines.join(NL)}${NL}`;
}
