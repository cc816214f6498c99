import { type Gate, type Verdict, groupedBy, matrixWords } from "../../kernel/index.ts";
import {
  type Matrix,
  type MatrixCode,
  type MatrixRow,
  codePasses as passes,
  javaFloor,
  lookUp,
  matrixSourceOf,
  revisionWords,
} from "../../compiler/index.ts";
import { type Html, html, joinedHtml, type Piece } from "./html.ts";
import type { PageInput } from "./page-input.ts";
import { badge, GATE_TONE, names, scrolling, searchLink } from "./words.ts";

const MOST_NAMES = 6;
/** Most cells of a compatibility matrix that the page draws; a usual one has some ten rows and columns. */
const MOST_CELLS = 20_000;
const GATES: readonly Gate[] = ["block", "accepted", "pass"];
const GATE_WORD: Readonly<Record<Gate, string>> = { pass: "pass", accepted: "accepted", block: "blocked" };

/** Returns the environments of a matrix cell, grouped by their gate. */
function occupants(verdicts: readonly Verdict[]): Piece {
  return GATES.flatMap((gate) => {
    const own = verdicts.filter((verdict) => verdict.gate === gate).map(({ environment }) => environment);
    if (own.length === 0) return [];
    return html`<div class="on">${badge(GATE_TONE[gate], own.length === 1 ? GATE_WORD[gate] : `${own.length} ${GATE_WORD[gate]}`)} ${names(own, MOST_NAMES)}</div>`;
  });
}

function cell(matrix: Matrix, row: MatrixRow, connector: string, verdicts: readonly Verdict[]): Html {
  const found = row.cells.get(connector);
  if (!found)
    return html`<td class="none">${verdicts.length === 0 ? html`<span aria-label="no cell">–</span>` : occupants(verdicts)}</td>`;
  const code = matrix.codes.get(found.code.text) ?? null;
  const shown = code ? found.code.text : `${found.code.text}?`;
  return html`<td class="${code ? (passes(code) ? "passes" : "blocks") : "unknown"}"><span class="code">${shown}</span>${occupants(verdicts)}</td>`;
}

function legend(codes: Iterable<MatrixCode>): Html {
  const rows = [...codes].map((code) => {
    const means = code.means ? `${code.means.text}: ` : "";
    const gate = passes(code)
      ? "passes"
      : code.acceptable
        ? "blocks; an exception for the exact pair can accept it"
        : "blocks; no exception can accept it";
    return html`<div><dt>${code.code}</dt><dd>${means}${gate}</dd></div>`;
  });
  return html`<dl class="legend">${rows}<div><dt>–</dt><dd>no cell: blocks, and no exception can accept it</dd></div></dl>`;
}

/** Returns the list of environments whose tool has no row in the compatibility matrix. */
function without(verdicts: readonly Verdict[]): Piece {
  if (verdicts.length === 0) return null;
  const items = verdicts
    .slice(0, 50)
    .map((verdict) => html`<li>${searchLink("env", verdict.environment)}: ${matrixWords(verdict)}</li>`);
  const more = verdicts.length - items.length;
  return html`<h3>Not on the matrix</h3><ul>${items}${more > 0 && html`<li>and ${more} more</li>`}</ul>`;
}

function table(matrix: Matrix, { report, shared }: PageInput): Piece {
  const placed = report.verdicts.filter(({ row }) => row !== null);
  const byCell = groupedBy(placed, ({ tool, connector, row }) =>
    JSON.stringify([lookUp(matrix, tool, connector).row?.tool.text ?? row, connector]),
  );
  const cells = matrix.rows.flatMap((row) => [...row.cells.keys()]);
  const connectors = [...new Set([...cells, ...placed.map(({ connector }) => connector)])].sort((a, b) => (a < b ? -1 : 1));
  if (connectors.length * matrix.rows.length > MOST_CELLS)
    return html`<p>A matrix of ${matrix.rows.length} × ${connectors.length} is too large to draw.</p>`;
  const needs = connectors.map((connector) => {
    const release = shared.releases.get(connector);
    const java = (release && javaFloor(release)?.version) ?? null;
    return html`<th scope="col">${connector}${java !== null && html`<span class="java">needs Java ${String(java)}</span>`}</th>`;
  });
  const rows = matrix.rows.map(
    (
      row,
    ) => html`<tr><th scope="row">${row.tool.text}<span class="java">${row.java && `Java ${row.java.text}`}</span></th>${connectors.map(
      (connector) => cell(matrix, row, connector, byCell.get(JSON.stringify([row.tool.text, connector])) ?? []),
    )}</tr>
`,
  );
  return scrolling(
    "compatibility matrix",
    html`<table class="matrix"><caption>Rows: tool releases. Columns: connector releases. Each environment is shown in its cell.</caption>
<thead><tr><th scope="col">tool</th>${needs}</tr></thead><tbody>
${rows}</tbody></table>`,
  );
}

/** Returns the compatibility matrix with the environments on it. */
export function matrix(input: PageInput): Html {
  const { matrix: own } = input.shared;
  if (!own) return html`<p>No compatibility matrix can be read (<code>releases/matrix.yaml</code>).</p>`;
  const source = [own.source.title?.text ?? "compatibility matrix", revisionWords(matrixSourceOf(own))].filter(
    (text) => text !== "",
  );
  return html`<p>${joinedHtml(source, ", ")} (<code>${own.path}</code>)</p>
${table(own, input)}
${legend(own.codes.values())}
${without(input.report.verdicts.filter(({ row }) => row === null))}`;
}
