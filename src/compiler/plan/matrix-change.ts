import type { Matrix, MatrixCode } from "../model/matrix.ts";
import { lookUp, passes } from "../verdict/cell.ts";
import { toolRowKey } from "../verdict/tool-row.ts";
import type { Gate, Verdict } from "../../kernel/index.ts";
import type { CellChange, CodeChange, MatrixChange, OwnRule } from "./plan.ts";
import type { CompiledRepository, CompiledSide } from "./side.ts";

/** An environment whose gate is opened or closed by the change of the matrix. */
interface Moved {
  readonly name: string;
  readonly opens: boolean;
  readonly tool: string;
  readonly connector: string;
}

const EMPTY: Matrix = { path: "", source: { title: null, revision: null, date: null }, codes: new Map(), rows: [] };

const cellOf = (matrix: Matrix, tool: string, connector: string): string | null =>
  lookUp(matrix, tool, connector).cell?.code.text ?? null;

/** Returns true if two verdicts are on one pair of tool row and connector release; false if `a` is missing. */
const isSamePair = (a: Verdict | null | undefined, b: Verdict): boolean =>
  a?.connector === b.connector && toolRowKey(a.tool) === toolRowKey(b.tool);

/**
 * Returns the gate that an environment would have after the change if the matrix had stayed the same. Whether an exception accepted a code
 * that does not pass is taken from the verdict before the change, if that is on the same pair of tool and connector.
 */
function gateWithout(verdict: Verdict, was: Verdict | null | undefined, before: Matrix): Gate {
  if (verdict.tierRange !== true) return "block";
  if (passes(lookUp(before, verdict.tool, verdict.connector).code)) return "pass";
  return was && isSamePair(was, verdict) ? was.gate : "block";
}

function moved(
  sides: CompiledRepository["sides"],
  was: (side: CompiledSide) => Verdict | null,
  before: Matrix,
): readonly Moved[] {
  return [...sides.values()].flatMap((side) => {
    const { name, verdict } = side;
    if (verdict === null) return [];
    const [old, now] = [gateWithout(verdict, was(side), before), verdict.gate];
    if ((old === "block") === (now === "block")) return [];
    return [{ name, opens: now !== "block", tool: verdict.tool, connector: verdict.connector }];
  });
}

const namesOf = (list: readonly Moved[]) => ({
  opens: list.flatMap(({ name, opens }) => (opens ? [name] : [])),
  closes: list.flatMap(({ name, opens }) => (opens ? [] : [name])),
});

/**
 * Returns the cells of the compatibility matrix whose code differs, in the order of the rows. The code before or after the change is null
 * if the matrix then lacks the row or the cell.
 */
function cellChanges(before: Matrix, after: Matrix, environments: readonly Moved[]): readonly CellChange[] {
  const tools = new Map([...before.rows, ...after.rows].map(({ tool }) => [toolRowKey(tool.text), tool.text]));
  return [...tools].flatMap(([key, row]) => {
    const rows = [...before.rows, ...after.rows].filter(({ tool }) => toolRowKey(tool.text) === key);
    const connectors = [...new Set(rows.flatMap(({ cells }) => [...cells.keys()]))].sort();
    return connectors.flatMap((connector): readonly CellChange[] => {
      const [old, now] = [cellOf(before, row, connector), cellOf(after, row, connector)];
      if (old === now) return [];
      const own = environments.filter((one) => one.connector === connector && toolRowKey(one.tool) === key);
      return [{ row, connector, before: old, after: now, ...namesOf(own) }];
    });
  });
}

const meaningOf = (code: MatrixCode | undefined) =>
  code === undefined ? null : { gate: code.gate.text, acceptable: code.acceptable };

/** Returns the codes of the matrix whose gate or acceptability changes, with the environments whose cell keeps the code. */
function codeChanges(before: Matrix, after: Matrix, environments: readonly Moved[]): readonly CodeChange[] {
  return [...new Set([...before.codes.keys(), ...after.codes.keys()])].sort().flatMap((code): readonly CodeChange[] => {
    const [old, now] = [meaningOf(before.codes.get(code)), meaningOf(after.codes.get(code))];
    if (old?.gate === now?.gate && old?.acceptable === now?.acceptable) return [];
    const own = environments.filter(
      ({ tool, connector }) => cellOf(before, tool, connector) === code && cellOf(after, tool, connector) === code,
    );
    return [{ code, before: old, after: now, ...namesOf(own) }];
  });
}

/**
 * Compares two compatibility matrices cell by cell and names the environments whose gate changes because of it, including an environment
 * that moves onto a cell that the same change opens. Returns null if the matrix does not change or is unreadable before or after the
 * change.
 */
export function matrixChange(
  before: CompiledRepository,
  after: CompiledRepository,
  rules: readonly OwnRule[],
  was: (side: CompiledSide) => Verdict | null,
): MatrixChange | null {
  const change = rules.find(({ what }) => what === "matrix")?.change;
  const old = change === "added" ? EMPTY : before.matrix;
  const now = change === "removed" ? EMPTY : after.matrix;
  if (change === undefined || old === null || now === null) return null;
  const environments = moved(after.sides, was, old);
  return { cells: cellChanges(old, now, environments), codes: codeChanges(old, now, environments) };
}
