import type { Layout } from "../protocol/layout.ts";
import { DeployStop, failureWords, reading } from "../protocol/outcome.ts";
import type { Receipt } from "../protocol/receipt.ts";
import { type OnFailure, STEPS, type Step, type StepId } from "../protocol/steps.ts";
import type { Transaction } from "../stage/prepared.ts";
import type { SwapWorld } from "../../../platform/index.ts";
import { given, type Handler, type Table } from "./interpret.ts";
import { undo } from "./undo.ts";

/** A run of the protocol, as its rows fill it. */
export interface Run {
  readonly world: SwapWorld;
  /** What is in the way of making it ready, in the words of this kind of run. */
  readonly unprepared: (error: unknown) => DeployStop;
  /** Copies the receipt to the folder that was named and says so; null: none was. */
  readonly copyReceipt: ((receipt: Receipt) => string) | null;
  layout: Layout | null;
  /** The run's name; its folder below .swap has it, too. */
  id: string | null;
  /** True from where the work folder may lie there. */
  staging: boolean;
  transaction: Transaction | null;
  /** What stands at the end. */
  receipt: Receipt | null;
  /** Notes of steps whose failure changes nothing, and of the copy. */
  readonly later: string[];
}

export type StepHandlers<R extends Run> = Readonly<Record<StepId, Handler<R, StepId>>>;

/** Best effort: a leftover is swept by the next run. */
function dropStaging({ world, layout, id, staging }: Run): void {
  const folder = given(layout, "a work folder").at(given(staging ? id : null, "anything staged"));
  try {
    if (world.files.stat(folder)) world.files.removeTree(folder);
  } catch {
    // swept by the next run
  }
}

/** A step whose failure changes nothing, in words. */
const WARNINGS: Readonly<Partial<Record<StepId, (run: Run, words: string) => string>>> = {
  close: ({ layout }, words) => `${layout?.journal ?? "the journal"} could not be removed (${words}); the next run does it`,
  prune: (_, words) => `old backups could not be cleaned up: ${words}`,
};

/** What a failure of a step means, for each word of the table. */
const FAILURES: Readonly<Record<OnFailure, (run: Run, step: StepId, error: unknown) => void | Promise<void>>> = {
  refuse: (_run, _step, error) => reading(() => Promise.reject(error)),
  drop: (run, _step, error) => {
    dropStaging(run);
    throw error instanceof DeployStop ? error : run.unprepared(error);
  },
  undo: async (run, _step, error) => {
    throw await undo(given(run.transaction, "a plan to go back by"), error);
  },
  warn: (run, step, error) => {
    const words = failureWords(error);
    run.later.push(WARNINGS[step]?.(run, words) ?? words);
  },
};

/** Rows that tell each of their files or folders themselves, or what takes no time. */
const TOLD_WITHIN: ReadonlySet<StepId> = new Set(["verify", "stage", "prune", "copy"]);

/** The step table as this kind of run performs it. */
export const stepTable = <R extends Run>(handlers: StepHandlers<R>): Table<R, StepId> => ({
  rows: STEPS,
  handlers,
  plan: ({ transaction }) => transaction?.plan ?? null,
  tell: ({ world }, id, detail) => {
    if (!TOLD_WITHIN.has(id)) world.reached(id, detail);
  },
  fail: (run, { id }, error) => FAILURES[onFailure(id)](run, id, error),
});

const onFailure = (id: StepId): OnFailure => (STEPS.find((step) => step.id === id) as Step).onFailure;
