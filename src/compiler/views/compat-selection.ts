import { listWords } from "../../kernel/index.ts";
import type { SelectedCell, Selection } from "../verdict/selection.ts";
import { type Cell, NL, type Style, columnsOf, styleFor, tableLines, wrap } from "../../report/index.ts";

const codeWords = ({ code, means, known }: SelectedCell): string =>
  known ? `${code}${means === null ? "" : ` (${means})`}` : `${code} (not in the legend)`;

function acceptedWords({ accepted }: SelectedCell): string {
  return accepted.map(({ environments, until }) => `accepted for ${listWords(environments)} until ${until}`).join("; ");
}

function cellRow(cell: SelectedCell, by: Selection["by"], style: Style): readonly Cell[] {
  const paint = cell.gate === "pass" ? style.good : style.error;
  return [
    { text: `  ${by === "connector" ? cell.tool : cell.connector}`, paint: style.bold },
    { text: codeWords(cell) },
    { text: cell.gate, paint },
    { text: acceptedWords(cell), paint: style.warning },
  ];
}

/** The words around a selection. */
export interface SelectionContext {
  /** The matrix with its revision. */
  readonly heading: string;
  /** The tier releases that the connector is certified for; null if no release.yaml is there or the selection is a row. */
  readonly certified: readonly string[] | null;
  readonly color: boolean;
  readonly width: number | null;
}

/** Returns one row or column of the matrix, a line for each cell. */
export function selectionText(selection: Selection, { heading, certified, color, width }: SelectionContext): string {
  const style = styleFor(color);
  const columns = columnsOf(width);
  const title = selection.by === "connector" ? `connector ${selection.name}` : selection.name;
  const rows = selection.cells.map((cell) => cellRow(cell, selection.by, style));
  const lines = [
    `${style.bold(title)} in ${heading}`,
    "",
    ...tableLines(rows, columns),
    ...(selection.without.length === 0
      ? []
      : ["", wrap(`no cell, which blocks: ${listWords(selection.without)}`, columns, "  ")]),
    ...(certified === null
      ? []
      : ["", wrap(`certified tiers: ${certified.length === 0 ? "none is stated" : listWords(certified)}`, columns, "  ")]),
  ];
  return `${lines.join(NL)}${NL}`;
}
