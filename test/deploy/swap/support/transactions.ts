import { treeDigest } from "../../../../src/deploy/bundle/tree.ts";
import type { SwapWorld } from "../../../../src/platform/machine.ts";
import { Layout } from "../../../../src/deploy/swap/protocol/layout.ts";
import { jsonBytes, type PlannedStray, type SwapPlan } from "../../../../src/deploy/swap/protocol/plan.ts";
import type { Judged } from "../../../../src/kernel/records/read.ts";
import type { Receipt } from "../../../../src/deploy/swap/protocol/receipt.ts";
import type { Transaction } from "../../../../src/deploy/swap/stage/prepared.ts";
import { sha256 } from "./bundle.ts";
import type { MemoryFiles } from "./memory-files.ts";
import { memoryWorld, NOWHERE, record, RUN, samplePlan, sampleReceipt, SWAP } from "./sample-records.ts";

export const layout = new Layout(SWAP, NOWHERE);

/** A folder that holds one file `x`. */
export const treeOf = (content: string) => ({ sha256: treeDigest([{ path: "x", ...record(content) }]), files: 1 });

/** The exchange of a folder that holds `old` for one that holds `new`. */
export const exchangeOf = (more: Partial<NonNullable<SwapPlan["tree"]>> = {}): NonNullable<SwapPlan["tree"]> => {
  const { tree } = samplePlan();
  if (!tree) throw new Error("the sample exchanges no folder");
  return { ...tree, before: treeOf("old"), after: treeOf("new"), ...more };
};

export const strayOf = (path: string, more: Partial<PlannedStray> = {}): PlannedStray => ({
  path,
  to: `strays/${RUN}/1-${path.replace(/^.*[\\/]/, "")}`,
  folder: false,
  sha256: sha256("stray"),
  ...more,
});

export type Tried = Transaction & { readonly world: SwapWorld & { readonly told: string[] } };

/** A transaction on files in memory. */
export const transactionOn = (files: MemoryFiles, plan: Partial<SwapPlan> = {}, world: Partial<SwapWorld> = {}): Tried => ({
  plan: samplePlan({ tree: exchangeOf(), ...plan }),
  planSha256: sha256("plan"),
  layout,
  world: memoryWorld(files, world),
  stamp: null,
  receipt: null,
  notes: [],
});

export const failing = (code: string): Error => Object.assign(new Error(code), { code });

/** Where the run of the sample keeps what it replaced, and what it wrote. */
export const OLD = layout.at(`${RUN}/files/client.old`);
export const NEW = layout.at(`${RUN}/files/client.new`);
export const BACKUP = layout.at(`${RUN}/old`);
export const UNDO = { plan: `${RUN}/plan.json` };

/** The sample's plan with the exchange of its folder. */
export const planOf = (more: Partial<SwapPlan> = {}): SwapPlan => samplePlan({ tree: exchangeOf(), ...more });

/** The receipt of the sample's run, the second one. */
export const newestOf = (more: Partial<Receipt> = {}): Judged<Receipt> =>
  sampleReceipt({ run: RUN, sequence: 2, undo: UNDO, ...more });

/** Receipts in their places. */
export const put = (files: MemoryFiles, ...receipts: readonly Receipt[]): MemoryFiles => {
  for (const receipt of receipts) files.file(layout.receipt(receipt.sequence, receipt.run), jsonBytes(receipt));
  return files;
};
