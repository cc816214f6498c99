import { type Invocation, jsonDocument } from "../../../report/index.ts";
import { stopText } from "../../views/deploy.ts";
import { copiedReceipt } from "../../swap/protocol/copied-receipt.ts";
import type { DeployStop } from "../../swap/protocol/outcome.ts";
import type { Receipt } from "../../swap/protocol/receipt.ts";

export const CLEAR_LINE = "\r\u001b[K";

/** Prints a refusal or failure of the deploy commands for people, and with --format json one document on stdout. */
export function printStop(invocation: Invocation, stop: DeployStop, receipt: Receipt | null): DeployStop["code"] {
  const { host, format, quiet } = invocation;
  if (!quiet && host.stderr.color) host.stderr.write(Buffer.from(CLEAR_LINE)); // clears a line of progress
  host.stderr.write(stopText(stop));
  if (format === "json") {
    const error = { message: stop.message, help: stop.help, exitCode: stop.code, details: stop.details };
    host.stdout.write(jsonDocument(receipt ? copiedReceipt(receipt) : { schema: "tierwright/error/v1", error }));
  }
  return stop.code;
}
