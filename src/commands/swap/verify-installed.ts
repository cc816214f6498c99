import { jsonDocument } from "../../report/json-document.ts";
import { join } from "node:path";
import { LEADS_TO_RECORDING, stopText } from "../../report/deploy.ts";
import { NL } from "../../report/style.ts";
import { adviceFor } from "../../swap/inspect/advice.ts";
import { differenceText } from "../../swap/inspect/difference.ts";
import { findInstallation } from "../../swap/inspect/find.ts";
import { differences } from "../../swap/inspect/live-state.ts";
import { Layout } from "../../swap/protocol/layout.ts";
import { type DeployCode, DeployStop, reading, refused } from "../../swap/protocol/outcome.ts";
import { newestReceipt, stateReceipts } from "../../swap/records/receipts.ts";
import { withRetries } from "../../swap/run/retry.ts";
import { isRecordingName } from "../../model/recording.ts";
import type { Invocation } from "../command.ts";
import { whereOf } from "./options.ts";
import { programFolders } from "./runner.ts";
import { stopped } from "./stopped.ts";

/** `deploy --verify`: what lies there against the newest receipt. */
export async function verifyInstalled(invocation: Invocation): Promise<DeployCode> {
  const { host, format, quiet } = invocation;
  const world = withRetries(await host.machine(() => undefined));
  let said = false;
  try {
    const install = await reading(() => findInstallation(world.files, whereOf(invocation), programFolders(invocation)));
    const { root, clientFile } = whereOf(invocation);
    const named = [install, ...(clientFile === null ? [] : [clientFile])];
    const layout = new Layout(join(install, ".swap"), { root, windows: world.windows, named });
    const receipt = await reading(() => newestReceipt(world.files, layout));
    if (!receipt) throw refused(`${layout.swap} has no receipt that can be read`, "install a bundle first");
    const found = await reading(() => differences(world, layout, receipt, whereOf(invocation)));
    said = true;
    if (format === "json")
      host.stdout.write(
        jsonDocument({
          schema: "tierwright/verify/v1",
          install,
          receipt: receipt.run,
          bundle: receipt.bundle,
          differences: found,
        }),
      );
    if (found.length > 0) {
      throw new DeployStop(
        12,
        `${install} is not as receipt ${receipt.run} says`,
        adviceFor(receipt, found, stateReceipts(world.files, layout)),
        found.map(differenceText),
      );
    }
    const what = receipt.bundle
      ? `${receipt.bundle.environment}, connector ${receipt.bundle.connector}, serial ${receipt.bundle.serial}`
      : "what was there before the first deploy";
    if (format === "text" && !quiet)
      host.stdout.write(`${install}: ${what}: every file and value is as receipt ${receipt.run} says${NL}`);
    if (receipt.bundle && isRecordingName(receipt.bundle.environment)) host.stderr.write(`${LEADS_TO_RECORDING}${NL}`);
    return 0;
  } catch (error) {
    if (!(error instanceof DeployStop)) throw error;
    if (!said) return stopped(invocation, error, null);
    host.stderr.write(stopText(error)); // the document has the differences already
    return error.code;
  }
}
