import { type Command, type Invocation, jsonDocument, printOfRun, printResult } from "../../../report/index.ts";
import { join } from "node:path";
import { wrongUse } from "../../../kernel/index.ts";
import { rolledBackText } from "../../views/deploy.ts";
import { receiptsText, wouldRollBackText } from "../../views/receipts.ts";
import { rollbackAttempt, writeAttempt } from "../../swap/run/attempt.ts";
import { findInstallation } from "../../swap/inspect/find.ts";
import { Layout } from "../../swap/protocol/layout.ts";
import { LockHeld } from "../../swap/inspect/locked.ts";
import { copiedReceipt } from "../../swap/protocol/copied-receipt.ts";
import { type DeployCode, DeployStop, refuseOnReadError } from "../../swap/protocol/outcome.ts";
import { withRetries } from "../../swap/run/retry.ts";
import { listReceipts } from "../../swap/run/receipt-list.ts";
import { rollback } from "../../swap/run/rollback.ts";
import { rollbackWhatIf } from "../../swap/run/rollback-what-if.ts";
import type { SwapWorld } from "../../../platform/index.ts";
import { existingPlace, placeOptions, whereOf } from "./options.ts";
import { copyAttempt, receiptCopier, printStop, programFolders, progress, RUNNER } from "./runner.ts";
import { reportInterruption } from "./interrupted.ts";

export const command: Command = {
  name: "rollback",
  summary: "restores what the last deploy replaced: the plug-in folder and both files together",
  group: "Roll out",
  short: "restores what the last deploy replaced",
  arguments: [],
  options: [
    ...placeOptions("it is not the only one that a deploy has worked on"),
    { name: "what-if", summary: "show what would be undone; write nothing" },
    { name: "list", summary: "only list the receipts: earlier states, the current one, and what a rollback would undo" },
    { name: "receipt-copy", value: "DIR", summary: "also copy the receipt to DIR, for example a share" },
  ],
  formats: ["text", "json"],
  examples: [
    { command: "rollback", does: "undoes the last swap or settings switch of the installation on this workstation" },
    { command: "rollback --what-if", does: "shows what would be undone" },
  ],
  run: runRollback,
};

const findIn = (world: SwapWorld, invocation: Invocation): Promise<string> =>
  refuseOnReadError(() => findInstallation(world.files, existingPlace(invocation, world), programFolders(invocation)));

/** Runs `rollback --list` and `rollback --what-if`, which only read and therefore record no attempt. */
async function readOnly(invocation: Invocation): Promise<DeployCode> {
  const { host, format, options, quiet } = invocation;
  const world = withRetries(await host.machine(() => undefined));
  try {
    const install = await findIn(world, invocation);
    const swap = join(install, ".swap");
    if (options.has("list")) {
      const list = await refuseOnReadError(() => listReceipts(world, install, swap, whereOf(invocation).root));
      printResult(invocation, { schema: "tierwright/receipts/v1", install, ...list }, receiptsText);
      return 0;
    }
    const would = await rollbackWhatIf(world, install, swap, whereOf(invocation).root);
    if (format === "json")
      host.stdout.write(jsonDocument({ schema: "tierwright/deploy/v1", result: "what-if", notes: would.notes }));
    else if (!quiet) host.stdout.write(wouldRollBackText(install, would));
    return 0;
  } catch (error) {
    if (!(error instanceof DeployStop)) throw error;
    return printStop(invocation, error, null);
  }
}

async function runRollback(invocation: Invocation): Promise<DeployCode> {
  const { host, format, options, quiet } = invocation;
  if (options.has("list") && options.has("what-if"))
    throw wrongUse("--list and --what-if cannot be combined", "--list marks what a rollback would undo");
  if (options.has("list") || options.has("what-if")) return readOnly(invocation);
  const world = withRetries(await host.machine(progress(invocation)));
  let found: string | null = null;
  try {
    const install = await findIn(world, invocation);
    found = install;
    const swap = join(install, ".swap");
    const { root } = whereOf(invocation);
    const layout = () => new Layout(swap, { root, windows: world.windows, named: [install] });
    const done = await reportInterruption(invocation, world, layout, () =>
      rollback(world, install, swap, RUNNER, root, receiptCopier(invocation)),
    );
    const document = done.receipt
      ? copiedReceipt(done.receipt)
      : { schema: "tierwright/deploy/v1", result: "rolled-back", notes: done.notes };
    if (format === "json") printOfRun(invocation, jsonDocument(document));
    else if (!quiet) printOfRun(invocation, rolledBackText(done));
    return 0;
  } catch (error) {
    if (!(error instanceof DeployStop)) throw error;
    const layout =
      found === null
        ? null
        : new Layout(join(found, ".swap"), { root: whereOf(invocation).root, windows: world.windows, named: [found] });
    const attempt = layout && rollbackAttempt(world, layout, RUNNER, error);
    if (layout && attempt && error.code !== 10 && !(error instanceof LockHeld)) writeAttempt(world, layout, attempt);
    if (attempt) copyAttempt(invocation, attempt);
    return printStop(invocation, error, attempt);
  }
}
