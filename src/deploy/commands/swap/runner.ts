import { type SwapWorld, copyReceipt, putReceiptCopy } from "../../../platform/index.ts";
import { type Invocation, jsonDocument, printOfRun, visible } from "../../../report/index.ts";
import { VERSION } from "../../../kernel/index.ts";
import { copiedReceipt } from "../../swap/protocol/copied-receipt.ts";
import type { Receipt } from "../../swap/protocol/receipt.ts";
import type { DeployStop } from "../../swap/protocol/outcome.ts";
import { stopText } from "../../views/deploy.ts";

/** The name and version of Tierwright, as receipts record the runner of a deploy. */
export const RUNNER = `tierwright ${VERSION}`;

const CLEAR_LINE = "\r\u001b[K";

/** Returns the function that shows the steps of a long copy in one terminal line, overwritten at each step and cleared at the end. */
export function progress({ host, quiet }: Invocation): SwapWorld["reached"] {
  if (quiet || !host.stderr.color) return () => undefined;
  return (step, detail) => {
    const last = ["close", "prune", "copy"].includes(step);
    const words = last ? "" : visible(`${step}${detail ? ` ${detail.slice(-60)}` : ""}`);
    host.stderr.write(Buffer.from(CLEAR_LINE + words, "utf8")); // written as bytes, because a string's control codes would be made visible
  };
}

/** Returns the folders in which Windows installs programs, where the search for an installation begins; empty off Windows. */
export const programFolders = ({ host }: Pick<Invocation, "host">): readonly string[] =>
  ["ProgramW6432", "ProgramFiles", "ProgramFiles(x86)"]
    .flatMap((name) => host.env(name) ?? [])
    .filter((path, i, all) => all.indexOf(path) === i);

/** Returns the function that copies receipts to the folder of `--receipt-copy`; null without the option. */
export function receiptCopier({ options, directory }: Invocation): ((receipt: Receipt) => string) | null {
  const folder = options.get("receipt-copy");
  return folder === undefined ? null : (receipt) => putReceiptCopy(directory, folder, copiedReceipt(receipt));
}

/** Copies the receipt of a deploy or rollback that failed to the folder of `--receipt-copy`, if the option is given. */
export const copyAttempt = ({ options, directory }: Invocation, attempt: Receipt): void =>
  copyReceipt(directory, options.get("receipt-copy"), copiedReceipt(attempt));

/** Prints a refusal or failure of a deploy command to stderr for people, and with --format json as one document to stdout. */
export function printStop(invocation: Invocation, stop: DeployStop, receipt: Receipt | null): DeployStop["code"] {
  const { host, format, quiet } = invocation;
  if (!quiet && host.stderr.color) host.stderr.write(Buffer.from(CLEAR_LINE)); // clears the progress line that is still in the terminal
  host.stderr.write(stopText(stop));
  if (format === "json") {
    const error = { message: stop.message, help: stop.help, exitCode: stop.code, details: stop.details };
    printOfRun(invocation, jsonDocument(receipt ? copiedReceipt(receipt) : { schema: "tierwright/error/v1", error }));
  }
  return stop.code;
}
