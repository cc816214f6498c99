import type { Exceptions, Matrix } from "../model/matrix.ts";
import { lookUp, passes, rowsOf } from "./cell.ts";
import { isAnsweredFor, isInForce } from "./exception.ts";
import { sameToolRow } from "./tool-row.ts";

/** An exception in force for a pair of tool and connector release: its environments and its last day. */
interface Accepted {
  readonly environments: readonly string[];
  readonly until: string;
}

/** One cell of the matrix with the gate of its code. */
export interface SelectedCell {
  readonly tool: string;
  readonly connector: string;
  readonly code: string;
  /** The vendor's word for the matrix code, such as 'Planned'; null if the matrix states none. */
  readonly means: string | null;
  readonly gate: "pass" | "block";
  /** False if the matrix does not define the code; such a cell blocks. */
  readonly known: boolean;
  readonly accepted: readonly Accepted[];
}

/** A row or a column of the matrix, for one tool or one connector release. */
export interface Selection {
  readonly by: "tool" | "connector";
  readonly name: string;
  readonly cells: readonly SelectedCell[];
  /**
   * The releases on the other side of the matrix (tools or connectors) for which the selected row or column has no cell; a missing cell
   * blocks as well.
   */
  readonly without: readonly string[];
}

/** The matrix, the exceptions and the date from which a row or column of the matrix is shown. */
export interface SelectionSource {
  readonly matrix: Matrix;
  readonly exceptions: Exceptions | null;
  readonly today: string;
}

/** Returns the connector releases of a matrix, sorted. */
export const connectorsOf = (matrix: Matrix): readonly string[] =>
  [...new Set(matrix.rows.flatMap(({ cells }) => [...cells.keys()]))].sort((a, b) => (a < b ? -1 : 1));

function acceptedFor({ exceptions, today }: SelectionSource, tool: string, connector: string, code: string): readonly Accepted[] {
  return (exceptions?.exceptions ?? []).flatMap((one) => {
    const fits = one.connector.text === connector && one.verdict.text === code && sameToolRow(one.tool.text, tool);
    if (!fits || !isAnsweredFor(one) || !isInForce(one, today)) return [];
    return [{ environments: one.environments.map(({ text }) => text), until: one.until.text }];
  });
}

function cellOf(source: SelectionSource, tool: string, connector: string): SelectedCell | null {
  const { cell, code } = lookUp(source.matrix, tool, connector);
  if (!cell) return null;
  return {
    tool,
    connector,
    code: cell.code.text,
    means: code?.means?.text ?? null,
    gate: passes(code) ? "pass" : "block",
    known: code !== null,
    accepted: code?.acceptable && !passes(code) ? acceptedFor(source, tool, connector, cell.code.text) : [],
  };
}

function selected(pairs: readonly (readonly [other: string, cell: SelectedCell | null])[]): Pick<Selection, "cells" | "without"> {
  return {
    cells: pairs.flatMap(([, cell]) => cell ?? []),
    without: pairs.flatMap(([other, cell]) => (cell ? [] : [other])),
  };
}

/** Returns the matrix column of a connector release; null if no row has a cell for it. */
export function columnOf(source: SelectionSource, connector: string): Selection | null {
  const tools = [...new Set(source.matrix.rows.map(({ tool }) => tool.text))];
  const found = selected(tools.map((tool) => [tool, cellOf(source, tool, connector)]));
  return found.cells.length === 0 ? null : { by: "connector", name: connector, ...found };
}

/** Returns the matrix row of a tool release, named in the spelling of the matrix; null if there is none. */
export function rowOf(source: SelectionSource, tool: string): Selection | null {
  const [row] = rowsOf(source.matrix, tool);
  if (!row) return null;
  const name = row.tool.text;
  return {
    by: "tool",
    name,
    ...selected(connectorsOf(source.matrix).map((connector) => [connector, cellOf(source, name, connector)])),
  };
}
