import type { SwapPlan } from "../protocol/plan.ts";

/** What the interpreter reads of a row; every table of src/deploy/swap/protocol/steps.ts has rows of this shape. */
interface Row<Id extends string> {
  readonly id: Id;
  readonly each?: "files" | "strays";
  readonly tree?: true;
}

/** What a row does. A row that gives an id goes on with that row; `around` holds something while the rows after it run. */
export type Handler<C, Id extends string> =
  | ((context: C, index: number) => void | Id | Promise<void> | Promise<Id | undefined>)
  | { readonly around: (context: C, rest: (from?: Id) => Promise<void>) => Promise<void> };

/** A table with what its rows do: for every id one handler, or it does not compile. */
export interface Table<C, Id extends string> {
  readonly rows: readonly Row<Id>[];
  readonly handlers: Readonly<Record<Id, Handler<C, Id>>>;
  /** The plan, as soon as there is one: it says how many files and strays there are, and whether a tree is exchanged. */
  plan(context: C): SwapPlan | null;
  /** Told before each row, and before each of its files or strays. */
  tell(context: C, id: Id, detail: string | null): void;
  /** What a failure means. Throws, or the walk goes on. */
  fail(context: C, row: Row<Id>, error: unknown): void | Promise<void>;
}

/** A row was reached without what an earlier one has to bring: a fault of the table, never of the machine. */
export class OutOfOrder extends Error {
  override readonly name = "OutOfOrder";
}

/** What an earlier row has brought. */
export function given<T>(value: T | null, what: string): T {
  if (value === null) throw new OutOfOrder(`the step table reaches a step without ${what}`);
  return value;
}

/** One for each time that a row is performed: the name of its file, the number of its stray, or null. */
function details<Id extends string>({ each, tree }: Row<Id>, plan: SwapPlan | null): readonly (string | null)[] {
  if (tree && plan && !plan.tree) return [];
  if (each === undefined) return [null];
  const { files, strays } = given(plan, "a plan");
  return each === "files" ? files.map(({ id }) => id) : strays.map((_, i) => String(i + 1));
}

/** Lets the event loop turn: rows work without waiting, and a signal would not be heard before the last one is done. */
const signalsHeard = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/**
 * Goes through the rows of a table in its order: forwards, backwards and after a crash alike. Which rows there are, what each is done for, and
 * what a failure means comes from the table; what is done, from its handler.
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

/** A row that holds something while the others run: their failures are theirs, and only its own is judged by it. */
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
