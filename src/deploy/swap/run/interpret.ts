import type { SwapPlan } from "../protocol/plan.ts";

/** The fields of a step that `walk` reads; the steps in all tables of src/deploy/swap/protocol/steps.ts have them. */
interface Row<Id extends string> {
  readonly id: Id;
  readonly each?: "files" | "strays";
  readonly tree?: true;
}

/**
 * The function that executes one step of the step table. A returned id is the next step; `around` holds a resource while the later steps
 * run.
 */
export type Handler<C, Id extends string> =
  | ((context: C, index: number) => void | Id | Promise<void> | Promise<Id | undefined>)
  | { readonly around: (context: C, rest: (from?: Id) => Promise<void>) => Promise<void> };

/** A step table with a handler for every id; a table without one does not compile. */
export interface Table<C, Id extends string> {
  readonly rows: readonly Row<Id>[];
  readonly handlers: Readonly<Record<Id, Handler<C, Id>>>;
  /** Returns the swap plan of the deploy or rollback, or null before it exists. The plan determines how often a step is repeated. */
  plan(context: C): SwapPlan | null;
  /** Reports progress before each step, and before each file or stale copy of a repeated step. */
  tell(context: C, id: Id, detail: string | null): void;
  /** Handles the failure of a step: throws, or returns to continue with the next step. */
  fail(context: C, row: Row<Id>, error: unknown): void | Promise<void>;
}

/** Thrown if a step needs a value that no earlier step has provided: a fault of the step table, not of the workstation. */
export class OutOfOrder extends Error {
  override readonly name = "OutOfOrder";
}

/** Returns a value that an earlier step has provided. Throws OutOfOrder if it is null. */
export function requireValue<T>(value: T | null, what: string): T {
  if (value === null) throw new OutOfOrder(`the step table reaches a step without ${what}`);
  return value;
}

/** Returns one element for each time that a step runs: a file's id, a stale copy's number, or null; empty if it is left out. */
function details<Id extends string>({ each, tree }: Row<Id>, plan: SwapPlan | null): readonly (string | null)[] {
  if (tree && plan && !plan.tree) return [];
  if (each === undefined) return [null];
  const { files, strays } = requireValue(plan, "a plan");
  return each === "files" ? files.map(({ id }) => id) : strays.map((_, i) => String(i + 1));
}

/** Waits for the event loop: steps work synchronously, and a signal would otherwise be handled only after the last one. */
const signalsHeard = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/**
 * Executes the steps of a table in order, for a deploy or rollback, an undo or a recovery. The table defines the steps, their order and the
 * effect of a failure; the handlers do the work.
 */
export async function walk<C, Id extends string>(table: Table<C, Id>, context: C, from = 0): Promise<void> {
  const row = table.rows[from];
  if (!row) return;
  await signalsHeard();
  const handler = table.handlers[row.id];
  const rest = (to?: Id): Promise<void> => {
    const next = to === undefined ? from + 1 : table.rows.findIndex(({ id }) => id === to);
    return next < 0 ? Promise.resolve() : walk(table, context, next);
  };
  if (typeof handler !== "function") return surround(table, context, row, handler.around, rest);
  let next: Id | undefined;
  for (const [index, detail] of details(row, table.plan(context)).entries()) {
    try {
      table.tell(context, row.id, detail);
      next = (await handler(context, index)) ?? undefined;
    } catch (error) {
      if (error instanceof OutOfOrder) throw error;
      await table.fail(context, row, error);
    }
  }
  return rest(next);
}

/**
 * Executes a step that holds a resource, such as the lock, while the later steps run. A failure of the step itself is handled as the step
 * table says; failures of the later steps are thrown again.
 */
async function surround<C, Id extends string>(
  table: Table<C, Id>,
  context: C,
  row: Row<Id>,
  around: (context: C, rest: (from?: Id) => Promise<void>) => Promise<void>,
  rest: (from?: Id) => Promise<void>,
): Promise<void> {
  const within: { entered: boolean; error: unknown } = { entered: false, error: null };
  try {
    table.tell(context, row.id, null);
    await around(context, async (from) => {
      within.entered = true;
      await rest(from).catch((error: unknown) => {
        within.error = error;
        throw error;
      });
    });
  } catch (error) {
    if (error === within.error || error instanceof OutOfOrder) throw error;
    await table.fail(context, row, error);
    if (!within.entered) await rest();
  }
}
