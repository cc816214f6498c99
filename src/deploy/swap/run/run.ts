import { must } from "../../../kernel/index.ts";
import type { Layout } from "../protocol/layout.ts";
import { DeployStop, failureWords, refuseOnReadError } from "../protocol/outcome.ts";
import type { Receipt } from "../protocol/receipt.ts";
import { type OnFailure, STEPS, type StepId } from "../protocol/steps.ts";
import type { Transaction } from "../stage/prepared.ts";
import type { SwapWorld } from "../../../platform/index.ts";
import { requireValue, type Handler, type Table } from "./interpret.ts";
import { undo } from "./undo.ts";

/** The data of a deploy or rollback; the steps of the step table fill its fields one after the other. */
export interface Run {
  readonly world: SwapWorld;
  /** Returns the error for a failure before the journal exists, in the words of a deploy or of a rollback. */
  readonly unprepared: (error: unknown) => DeployStop;
  /** Copies the receipt to the folder of --receipt-copy and returns a note; null without the option. */
  readonly copyReceipt: ((receipt: Receipt) => string) | null;
  layout: Layout | null;
  /** The name of the deploy or rollback, which is also the name of its work folder below .swap. */
  id: string | null;
  /** True as soon as the work folder of the deploy or rollback can exist. */
  staging: boolean;
  transaction: Transaction | null;
  /** The receipt of the state after the deploy or rollback; null until it is known. */
  receipt: Receipt | null;
  /** Notes for the user of steps whose failure does not fail the deploy or rollback, and of the receipt's copy. */
  readonly later: string[];
}

export type StepHandlers<R extends Run> = Readonly<Record<StepId, Handler<R, StepId>>>;

/** Deletes the work folder of a deploy or rollback. Ignores failures, because the next one deletes leftovers. */
function dropStaging({ world, layout, id, staging }: Run): void {
  const folder = requireValue(layout, "a work folder").at(requireValue(staging ? id : null, "anything staged"));
  try {
    if (world.files.stat(folder)) world.files.removeTree(folder);
  } catch {
    // the next deploy or rollback deletes the work folder
  }
}

/** Texts about the failure of a step whose failure does not fail the deploy or rollback, by step. */
const WARNINGS: Readonly<Partial<Record<StepId, (run: Run, words: string) => string>>> = {
  close: ({ layout }, words) => `${layout?.journal ?? "the journal"} could not be removed (${words}); the next run does it`,
  prune: (_, words) => `old backups could not be cleaned up: ${words}`,
};

/** The reaction to the failure of a step, by the value of `onFailure` in the step table. */
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

/** Steps for which `tell` reports no progress: they report each file themselves, or take no time. */
const TOLD_WITHIN: ReadonlySet<StepId> = new Set(["verify", "stage", "prune", "copy"]);

/** Returns the step table with the handlers of a deploy or of a rollback. */
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
