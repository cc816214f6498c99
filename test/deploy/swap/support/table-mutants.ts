import type { ScriptTable } from "./powershell.ts";
import { FINISH, STEPS, UNDO } from "../../../../src/deploy/swap/protocol/steps.ts";

type Row = { readonly id: string; readonly onFailure?: string };
export type TableName = "STEPS" | "UNDO" | "FINISH";

/** One wrong table. */
export interface Mutant {
  readonly name: string;
  readonly table: TableName;
  readonly rows: readonly Row[];
}

const TABLES: Readonly<Record<TableName, readonly Row[]>> = { STEPS, UNDO, FINISH };

const pairs = (table: TableName, rows: readonly Row[]): readonly Mutant[] =>
  rows.slice(1).map((row, i) => ({
    name: `${rows[i]?.id} after ${row.id}`,
    table,
    rows: [...rows.slice(0, i), row, rows[i] as Row, ...rows.slice(i + 2)],
  }));

const dropped = (table: TableName, rows: readonly Row[]): readonly Mutant[] =>
  rows.map(({ id }) => ({ name: `no ${id}`, table, rows: rows.filter((row) => row.id !== id) }));

const MEANINGS = ["refuse", "drop", "undo", "warn"];

const misread = (table: TableName, rows: readonly Row[]): readonly Mutant[] =>
  rows.flatMap((row) =>
    MEANINGS.filter((meaning) => row.onFailure !== undefined && meaning !== row.onFailure).map((onFailure) => ({
      name: `a failure of ${row.id} is '${onFailure}'`,
      table,
      rows: rows.map((item) => (item === row ? { ...row, onFailure } : item)),
    })),
  );

/** Each neighbouring pair exchanged, each row dropped, each other meaning of a failure. */
export const MUTANTS: readonly Mutant[] = Object.entries(TABLES).flatMap(([name, rows]) =>
  [pairs, dropped, misread].flatMap((make) => make(name as TableName, [...rows])),
);

const fill = (table: TableName, rows: readonly Row[]): void => {
  const target = TABLES[table] as Row[];
  target.splice(0, target.length, ...rows);
};

/** The built-in runner goes by a wrong table while `use` runs. */
export async function underMutant<T>({ table, rows }: Mutant, use: () => Promise<T>): Promise<T> {
  const right = [...TABLES[table]];
  fill(table, rows);
  try {
    return await use();
  } finally {
    fill(table, right);
  }
}

const NAMES: Readonly<Record<TableName, string>> = { STEPS: "Steps", UNDO: "UndoSteps", FINISH: "FinishSteps" };

/** The same for deploy.ps1: which of its own rows its table has, in which order, and what a failure of each means. */
export const scriptTable = ({ table, rows }: Mutant): ScriptTable => ({
  name: NAMES[table],
  rows: rows.map(({ id, onFailure }) => ({ id, onFailure: onFailure ?? null })),
});
