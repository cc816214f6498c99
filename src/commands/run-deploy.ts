import { join } from "node:path";
import { UsageError } from "../diagnostic/refusal.ts";
import { machineWorld } from "../io/swap-world.ts";
import { copyReceipt } from "../io/receipt-copy.ts";
import { NL, visible } from "../report/style.ts";
import { bundleLine, deployedText, stopText } from "../report/deploy.ts";
import type { OpenBundle } from "../swap/protocol/bundle.ts";
import { attemptOf, writeAttempt } from "../swap/run/attempt.ts";
import { type Deployed, deploy } from "../swap/run/deploy.ts";
import { findInstallation } from "../swap/inspect/find.ts";
import { Layout } from "../swap/protocol/layout.ts";
import { adviceFor } from "../swap/inspect/advice.ts";
import { differenceText } from "../swap/inspect/difference.ts";
import { differences } from "../swap/inspect/live-state.ts";
import { LockHeld } from "../swap/inspect/locked.ts";
import { type DeployCode, DeployStop, reading, refused } from "../swap/protocol/outcome.ts";
import { patient } from "../swap/run/patience.ts";
import { placesOf } from "../swap/protocol/places.ts";
import { newestReceipt, stateReceipts } from "../swap/records/receipts.ts";
import type { SwapWorld } from "../io/machine.ts";
import { VERSION } from "../version.ts";
import type { Invocation } from "./command.ts";
import { whereOf } from "./deploy-options.ts";
import { withBundle } from "./open-bundle.ts";
import { CLEAR_LINE, stopped } from "./stopped.ts";

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

export const programFolders = ({ host }: Invocation): readonly string[] =>
  ["ProgramW6432", "ProgramFiles", "ProgramFiles(x86)"]
    .flatMap((name) => host.env(name) ?? [])
    .filter((path, i, all) => all.indexOf(path) === i);

/** `deploy FILE`, `--what-if`, `--stage` and `--verify`. */
export async function runDeploy(invocation: Invocation): Promise<DeployCode> {
  const { args, options, host } = invocation;
  if (options.has("verify")) return runVerify(invocation);
  const [file] = args;
  if (file === undefined)
    throw new UsageError("FILE is missing", "tierwright deploy FILE: the bundle to install (see tierwright bundle)");
  const reason = options.get("allow-downgrade") ?? null;
  if (reason !== null && reason.trim() === "") throw new UsageError("--allow-downgrade needs a reason", "the receipt keeps it");
  const world = patient(machineWorld(host, progress(invocation)));
  const where = whereOf(invocation);
  let opened: OpenBundle | null = null;
  try {
    const deployed = await withBundle(invocation, file, (bundle) => {
      opened = bundle;
      return deploy(world, bundle, {
        where,
        allowed: {
          acceptDrift: options.has("accept-drift"),
          switchEnvironment: options.has("switch-environment"),
          allowDowngrade: reason,
        },
        whatIf: options.has("what-if"),
        stageOnly: options.has("stage"),
        runner: RUNNER,
      });
    });
    return succeeded(invocation, opened as unknown as OpenBundle, deployed);
  } catch (error) {
    if (!(error instanceof DeployStop)) throw error;
    const bundle = opened as OpenBundle | null;
    const attempt = bundle && attemptOf(world, bundle, placesOf(bundle.manifest, where), RUNNER, error);
    if (attempt && bundle && !options.has("what-if")) {
      if (error.code !== 10 && !(error instanceof LockHeld))
        writeAttempt(world, new Layout(placesOf(bundle.manifest, where).swap), attempt);
      copyReceipt(invocation.directory, options.get("receipt-copy"), attempt);
    }
    if (bundle && invocation.format === "text") host.stdout.write(bundleLine(bundle));
    return stopped(invocation, error, attempt);
  }
}

function succeeded(invocation: Invocation, bundle: OpenBundle, deployed: Deployed): DeployCode {
  const { host, format, options, quiet } = invocation;
  const copy = options.get("receipt-copy");
  const notes = deployed.receipt && deployed.kind !== "what-if" ? copyReceipt(invocation.directory, copy, deployed.receipt) : [];
  if (format === "json")
    host.stdout.write(
      `${JSON.stringify(deployed.receipt ?? { schema: "tierwright/deploy/v1", result: deployed.kind, notes: deployed.notes }, null, 2)}\n`,
    );
  else if (!quiet) host.stdout.write(deployedText(bundle, { ...deployed, notes: [...deployed.notes, ...notes] }));
  return 0;
}

/** `deploy --verify`: what lies there against the newest receipt. */
async function runVerify(invocation: Invocation): Promise<DeployCode> {
  const { host, format, quiet } = invocation;
  const world = patient(machineWorld(host, () => undefined));
  let said = false;
  try {
    const install = await reading(() => findInstallation(world.files, whereOf(invocation), programFolders(invocation)));
    const layout = new Layout(join(install, ".swap"));
    const receipt = await reading(() => newestReceipt(world.files, layout));
    if (!receipt) throw refused(`${layout.swap} has no receipt that can be read`, "install a bundle first");
    const found = await reading(() => differences(world, layout, receipt, whereOf(invocation)));
    said = true;
    if (format === "json")
      host.stdout.write(
        `${JSON.stringify({ schema: "tierwright/verify/v1", install, receipt: receipt.run, bundle: receipt.bundle, differences: found }, null, 2)}\n`,
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
    return 0;
  } catch (error) {
    if (!(error instanceof DeployStop)) throw error;
    if (!said) return stopped(invocation, error, null);
    host.stderr.write(stopText(error)); // the document has the differences already
    return error.code;
  }
}
