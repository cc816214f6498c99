import { type Invocation, NL, printResult } from "../../../report/index.ts";
import { join } from "node:path";
import { LEADS_TO_RECORDING, stopText, verifiedText } from "../../views/deploy.ts";
import { adviceFor, finishAdvice, leftWords } from "../../swap/inspect/advice.ts";
import { type Difference, differenceText } from "../../swap/inspect/difference.ts";
import { findInstallation } from "../../swap/inspect/find.ts";
import { differences, skippedRoots } from "../../swap/inspect/live-state.ts";
import { Layout } from "../../swap/protocol/layout.ts";
import { type DeployCode, DeployStop, refuseOnReadError, refusal } from "../../swap/protocol/outcome.ts";
import type { Receipt } from "../../swap/protocol/receipt.ts";
import { layoutOf, nativePath, targetsOf } from "../../swap/protocol/targets.ts";
import { newestReceipt, stateReceipts } from "../../swap/records/receipts.ts";
import { leftRun } from "../../swap/records/unfinished.ts";
import { withRetries } from "../../swap/run/retry.ts";
import type { SwapWorld } from "../../../platform/index.ts";
import { mayShow } from "../../../kernel/index.ts";
import { isRecordingName } from "../../../compiler/index.ts";
import { existingPlace, typedOf, whereOf } from "./options.ts";
import { withBundle } from "./with-bundle.ts";
import { programFolders, printStop } from "./runner.ts";

/**
 * Returns the paths of the installation to verify: those that the bundle on the command line names, or without a bundle the only one found.
 */
async function layoutFor(invocation: Invocation, world: SwapWorld): Promise<Layout> {
  const where = existingPlace(invocation, world);
  const [file] = invocation.args;
  if (file !== undefined)
    return withBundle(invocation, file, async ({ manifest }) => layoutOf(targetsOf(manifest, where), where, world));
  const install = await refuseOnReadError(() => findInstallation(world.files, where, programFolders(invocation)));
  const named = [install, ...(where.clientFile === null ? [] : [nativePath(where.clientFile, where)])];
  return new Layout(join(install, ".swap"), { root: where.root, windows: world.windows, named });
}

const NOT_SEARCHED = (path: string): string =>
  `not searched for a second copy of the plug-in: ${path}; it is on another machine, which only the receipt names: give the bundle as well (deploy FILE --verify)`;

/** Returns a note why values of the client file are hidden, if the differences have such values; else an empty list. */
function notShown({ paths }: Receipt, found: readonly Difference[], { anchor }: Layout): readonly string[] {
  const hidden = found.some(({ file, kind }) => kind === "value" && file === paths.client) && !mayShow(paths.client, anchor);
  return hidden
    ? [
        `the values of ${paths.client} are not shown, because only the receipt names that file: name it with --client-file, or give the bundle`,
      ]
    : [];
}

/** Runs `deploy --verify`: compares the installation with the newest receipt. */
export async function verifyInstalled(invocation: Invocation): Promise<DeployCode> {
  const { host } = invocation;
  const world = withRetries(await host.machine(() => undefined));
  const typed = typedOf(invocation);
  let said = false;
  try {
    const layout = await layoutFor(invocation, world);
    const { install } = layout;
    const receipt = await refuseOnReadError(() => newestReceipt(world.files, layout));
    const left = await refuseOnReadError(() => leftRun(world.files, layout, receipt));
    if (!receipt && left) throw new DeployStop(12, leftWords(install, left), finishAdvice(left, typed));
    if (!receipt) throw refusal(`${layout.swap} has no readable receipt`, "install a bundle first");
    const found = await refuseOnReadError(() => differences(world, layout, receipt, whereOf(invocation)));
    said = true;
    const { run, bundle, state } = receipt;
    const document = { install, receipt: run, bundle, differences: found, left: state?.left ?? [] };
    printResult(invocation, { schema: "tierwright/verify/v1", ...document }, verifiedText);
    if (found.length > 0) {
      throw new DeployStop(
        12,
        `${left ? `${leftWords(install, left)}: it` : install} differs from receipt ${receipt.run}`,
        left ? finishAdvice(left, typed) : adviceFor(receipt, found, stateReceipts(world.files, layout), typed),
        [...found.map(differenceText), ...notShown(receipt, found, layout)],
      );
    }
    for (const path of skippedRoots(receipt, layout)) host.stderr.write(`${NOT_SEARCHED(path)}${NL}`);
    if (receipt.bundle && isRecordingName(receipt.bundle.environment)) host.stderr.write(`${LEADS_TO_RECORDING}${NL}`);
    return 0;
  } catch (error) {
    if (!(error instanceof DeployStop)) throw error;
    if (!said) return printStop(invocation, error, null);
    host.stderr.write(stopText(error)); // only as text: the JSON document already has the differences
    return error.code;
  }
}
