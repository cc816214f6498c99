import { listWords } from "../../kernel/index.ts";
import type { CompatDocument } from "./compat-document.ts";
import type { SelectedCell, Selection } from "../verdict/selection.ts";
import { type Cell, type Style, tableLines, wrap } from "../../report/index.ts";

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

/**
 * Returns one row or column of the matrix, a line for each cell, and below a column the tier releases that the connector is certified for.
 * @param heading Title and revision of the matrix, for the first line.
 */
export function selectionLines(
  { releases }: Pick<CompatDocument, "releases">,
  selection: Selection,
  heading: string,
  style: Style,
  width: number,
): readonly string[] {
  const certified =
    selection.by === "tool" ? undefined : releases.find(({ connector }) => connector === selection.name)?.certifiedTiers;
  const title = selection.by === "connector" ? `connector ${selection.name}` : selection.name;
  const rows = selection.cells.map((cell) => cellRow(cell, selection.by, style));
  return [
    `${style.bold(title)} in ${heading}`,
    "",
    ...tableLines(rows, width),
    ...(selection.without.length === 0 ? [] : ["", wrap(`no cell, which blocks: ${listWords(selection.without)}`, width, "  ")]),
    ...(certified === undefined
      ? []
      : ["", wrap(`certified tiers: ${certified.length === 0 ? "none is stated" : listWords(certified)}`, width, "  ")]),
  ];
}
