import { FINISH, type FinishId } from "../protocol/steps.ts";
import { preparedReceipt } from "../records/receipts.ts";
import type { Transaction } from "../stage/prepared.ts";
import { type Handler, type Table, walk } from "./interpret.ts";
import { moveStray, prove, putReceipt, removeJournal } from "./perform.ts";
import { refuseForeign, restore } from "./put-back.ts";
import { refuseDamaged } from "./refuse-damaged.ts";
import { removeTemporaries } from "./undo.ts";

const HANDLERS: Readonly<Record<FinishId, Handler<Transaction, FinishId>>> = {
  files: (transaction, index) => restore(transaction, transaction.plan.files[index], "after"),
  strays: moveStray,
  prove: (transaction) => prove(transaction, true),
  receipt: putReceipt,
  clear: removeTemporaries,
  close: removeJournal,
};

const TABLE: Table<Transaction, FinishId> = {
  rows: FINISH,
  handlers: HANDLERS,
  plan: ({ plan }) => plan,
  // the step `close` ends deploys, rollbacks and recoveries alike, so progress reports its id without the prefix `forward-`
  tell: ({ world }, id, detail) => world.reached(id === "close" ? id : `forward-${id}`, detail),
  fail: (_transaction, _row, error) => Promise.reject(error),
};

/**
 * Completes the new state of an interrupted deploy or rollback by the steps of FINISH and verifies it; changes nothing that the plan does
 * not name.
 */
export async function rollForward(transaction: Transaction): Promise<void> {
  const { plan, layout, world } = transaction;
  refuseForeign(transaction);
  refuseDamaged(transaction, "after");
  preparedReceipt(world, layout, plan);
  await walk(TABLE, transaction);
}
