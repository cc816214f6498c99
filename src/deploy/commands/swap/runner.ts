import { type SwapWorld, copyReceipt, putReceiptCopy } from "../../../platform/index.ts";
import { type Invocation, visible } from "../../../report/index.ts";
import { VERSION } from "../../../kernel/index.ts";
import { copiedReceipt } from "../../swap/protocol/copied-receipt.ts";
import type { Receipt } from "../../swap/protocol/receipt.ts";
import { CLEAR_LINE } from "./stopped.ts";

/** Who runs the protocol, as receipts say it. */
export const RUNNER = `tierwright ${VERSION}`;

/** Progress of long copies on a terminal: one line that is written over, and gone at the end. */
export function progress({ host, quiet }: Invocation): SwapWorld["reached"] {
  if (quiet || !host.stderr.color) return () => undefined;
  return (step, detail) => {
    const last = ["close", "prune", "copy"].includes(step);
    const words = last ? "" : visible(`${step}${detail ? ` ${detail.slice(-60)}` : ""}`);
    host.stderr.write(Buffer.from(CLEAR_LINE + words, "utf8")); // bytes: the cursor is ours, the names are made visible
  };
}

/** Where Windows installs programs: the search for an installation that was not named begins there. */
export const programFolders = ({ host }: Pick<Invocation, "host">): readonly string[] =>
  ["ProgramW6432", "ProgramFiles", "ProgramFiles(x86)"]
    .flatMap((name) => host.env(name) ?? [])
    .filter((path, i, all) => all.indexOf(path) === i);

/** Where `--receipt-copy` says that receipts go, too; null: nowhere. */
export function copying({ options, directory }: Invocation): ((receipt: Receipt) => string) | null {
  const folder = options.get("receipt-copy");
  return folder === undefined ? null : (receipt) => putReceiptCopy(directory, folder, copiedReceipt(receipt));
}

/** Copies the receipt of a run that stopped, where `--receipt-copy` says so. */
export const copyAttempt = ({ options, directory }: Invocation, attempt: Receipt): void =>
  copyReceipt(directory, options.get("receipt-copy"), copiedReceipt(attempt));
