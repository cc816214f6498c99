import { must } from "../../../kernel/index.ts";
import type { Layout } from "../protocol/layout.ts";
import { DeployStop, failureWords, refuseOnReadError } from "../protocol/outcome.ts";
import type { Receipt } from "../protocol/receipt.ts";
import { type OnFailure, STEPS, type StepId } from "../protocol/steps.ts";
import type { Transaction } from "../stage/prepared.ts";
import type { SwapWorld } from "../../../platform/index.ts";
import { requireValue, type Handler, type Table } from "./interpret.ts";
import { undo } from "./undo.ts";

/** A run of the protocol whose fields are filled by the rows of the step table. */
export interface Run {
  readonly world: SwapWorld;
  /** Returns the stop for a failure before the journal, in this kind of run's words. */
  readonly unprepared: (error: unknown) => DeployStop;
  /** Copies the receipt to the folder of --receipt-copy and returns a note; null without the option. */
  readonly copyReceipt: ((receipt: Receipt) => string) | null;
  layout: Layout | null;
  /** The run's name, which is also the name of its folder below .swap. */
  id: string | null;
  /** True as soon as the work folder can exist. */
  staging: boolean;
  transaction: Transaction | null;
  /** The receipt of the state at the end. */
  receipt: Receipt | null;
  /** Notes of steps whose failure changes nothing, and of the copy. */
  readonly later: string[];
}

export type StepHandlers<R extends Run> = Readonly<Record<StepId, Handler<R, StepId>>>;

/** Deletes the work folder. Ignores failures, because the next run deletes leftovers. */
function dropStaging({ world, layout, id, staging }: Run): void {
  const folder = requireValue(layout, "a work folder").at(requireValue(staging ? id : null, "anything staged"));
  try {
    if (world.files.stat(folder)) world.files.removeTree(folder);
  } catch {
    // the next run deletes it
  }
}

/** Texts for the failure of a step that changes nothing. */
const WARNINGS: Readonly<Partial<Record<StepId, (run: Run, words: string) => string>>> = {
  close: ({ layout }, words) => `${layout?.journal ?? "the journal"} could not be removed (${words}); the next run does it`,
  prune: (_, words) => `old backups could not be cleaned up: ${words}`,
};

/** The effect of a step's failure, by the value in the table. */
const FAILURES: Readonly<Record<OnFailure, (run: Run, step: StepId, error: unknown) => void | Promise<void>>> = {
  refuse: (_run, _step, error) => refuseOnReadError(() => Promise.reject(error)),
  drop: (run, _step, error) => {
    dropStaging(run);
    throw error instanceof DeployStop ? error : run.unprepared(error);
  },
  undo: async (run, _step, error) => {
    throw await undo(requireValue(run.transaction, "a plan to go back by"), error);
  },
  warn: (run, step, error) => {
    const words = failureWords(error);
    run.later.push(WARNINGS[step]?.(run, words) ?? words);
  },
};

/** Rows that report each file or folder themselves, or that take no time. */
const TOLD_WITHIN: ReadonlySet<StepId> = new Set(["verify", "stage", "prune", "copy"]);

/** Returns the step table with the handlers of one kind of run. */
export const stepTable = <R extends Run>(handlers: StepHandlers<R>): Table<R, StepId> => ({
  rows: STEPS,
  handlers,
  plan: ({ transaction }) => transaction?.plan ?? null,
  tell: ({ world }, id, detail) => {
    if (!TOLD_WITHIN.has(id)) world.reached(id, detail);
  },
  fail: (run, { id }, error) => FAILURES[onFailure(id)](run, id, error),
});

const onFailure = (id: StepId): OnFailure =>
  must(
    STEPS.find((step) => step.id === id),
    id,
  ).onFailure;
