import { type Command, type Invocation, jsonDocument, printOfRun } from "../../../report/index.ts";
import { wrongUse } from "../../../kernel/index.ts";
import { bundleLine, deployedText } from "../../views/deploy.ts";
import type { ProvenBundle } from "../../swap/protocol/bundle.ts";
import { attemptOf, writeAttempt } from "../../swap/run/attempt.ts";
import { type Deployed, deploy, type Opening } from "../../swap/run/deploy.ts";
import { NO_SECRETS } from "../../swap/protocol/supplied-secrets.ts";
import { LockHeld } from "../../swap/inspect/locked.ts";
import { type DeployCode, DeployStop } from "../../swap/protocol/outcome.ts";
import { withRetries } from "../../swap/run/retry.ts";
import { copiedReceipt } from "../../swap/protocol/copied-receipt.ts";
import { layoutOf, targetsOf } from "../../swap/protocol/targets.ts";
import { existingPlace, placeOptions } from "./options.ts";
import { copyAttempt, receiptCopier, printStop, progress, RUNNER } from "./runner.ts";
import { reportInterruption } from "./interrupted.ts";
import { secretsOf } from "./supplied-secrets.ts";
import { withBundle } from "./with-bundle.ts";
import { verifyInstalled } from "./verify-installed.ts";

const STARTS_NEW =
  "a deploy would start a new installation there: correct --root, or create the folder first; nothing was written";

export const command: Command = {
  name: "deploy",
  summary: "installs a bundle: the plug-in folder and both files together, or nothing",
  group: "Roll out",
  short: "installs a bundle on this workstation",
  arguments: [
    { name: "FILE", summary: "a swap or settings bundle (.zip); with --verify, only its paths are used", optional: true },
  ],
  options: [
    ...placeOptions("it is not the one in the bundle"),
    { name: "client-file", value: "FILE", summary: "the client file, if it is not the one in the bundle" },
    {
      name: "key",
      value: "PUB",
      summary: "public key (PEM) that must have signed the bundle; later bundles need its signature, too",
    },
    { name: "verify", summary: "install nothing: compare the installation with the newest receipt" },
    { name: "what-if", summary: "show what would be done; write nothing" },
    { name: "stage", summary: "only copy the new folder next to the old one; the tool can stay open" },
    { name: "accept-drift", summary: "overwrite values that were changed on this machine" },
    { name: "switch-environment", summary: "allow a bundle of another environment than the installed one" },
    { name: "allow-downgrade", value: "REASON", summary: "allow an older bundle; the receipt keeps the reason" },
    {
      name: "secrets",
      value: "FILE",
      summary: "values for secrets that are not set on this machine: KEY: { env: NAME } or { file: PATH } (YAML or JSON)",
    },
    { name: "receipt-copy", value: "DIR", summary: "also copy the receipt to DIR, for example a share" },
  ],
  formats: ["text", "json"],
  examples: [
    {
      command: "deploy production-2606.zip --key release.pub.pem",
      does: "swaps the release on this workstation; the tool must be closed",
    },
    { command: "deploy pilot-settings.zip", does: "switches both files to the pilot's addresses; the tool can stay open" },
    { command: "deploy production-2606.zip --root scratch", does: "does the same below a folder, on any system" },
    {
      command: "deploy production-2606.zip --secrets secrets.yaml",
      does: "installs on a machine that does not have the passwords yet",
    },
    { command: "deploy --verify", does: "verifies that the installation matches the last receipt" },
  ],
  run: runDeploy,
};

/** Runs `deploy FILE` and its variants --what-if, --stage and --verify, and returns the exit code. */
async function runDeploy(invocation: Invocation): Promise<DeployCode> {
  const { args, options, host } = invocation;
  if (options.has("verify")) return verifyInstalled(invocation);
  const [file] = args;
  if (file === undefined)
    throw wrongUse("FILE is missing", "tierwright deploy FILE: the bundle to install (see tierwright bundle)");
  const reason = options.get("allow-downgrade") ?? null;
  if (reason !== null && reason.trim() === "") throw wrongUse("--allow-downgrade needs a reason", "the receipt keeps it");
  const world = withRetries(await host.machine(progress(invocation)));
  const where = existingPlace(invocation, world, STARTS_NEW);
  const secrets = secretsOf(invocation);
  const opened: { bundle: ProvenBundle | null } = { bundle: null };
  try {
    const open: Opening = (use) =>
      withBundle(invocation, file, (bundle) => {
        opened.bundle = bundle;
        secrets?.refuseOthers(bundle.manifest);
        return use(bundle);
      });
    const known = () => opened.bundle && layoutOf(targetsOf(opened.bundle.manifest, where), where, world);
    const values = (await secrets?.values()) ?? NO_SECRETS;
    const deployed = await reportInterruption(invocation, world, known, () =>
      deploy(world, open, {
        where,
        allowed: {
          acceptDrift: options.has("accept-drift"),
          switchEnvironment: options.has("switch-environment"),
          allowDowngrade: reason,
        },
        whatIf: options.has("what-if"),
        stageOnly: options.has("stage"),
        runner: RUNNER,
        secrets: values,
        copyReceipt: receiptCopier(invocation),
      }),
    );
    if (opened.bundle) succeeded(invocation, opened.bundle, deployed);
    return 0;
  } catch (error) {
    if (!(error instanceof DeployStop)) throw error;
    const { bundle } = opened;
    const attempt = bundle && attemptOf(world, bundle, targetsOf(bundle.manifest, where), RUNNER, error);
    if (attempt && bundle && !options.has("what-if")) {
      if (error.code !== 10 && !(error instanceof LockHeld))
        writeAttempt(world, layoutOf(targetsOf(bundle.manifest, where), where, world), attempt);
      copyAttempt(invocation, attempt);
    }
    if (bundle && invocation.format === "text") printOfRun(invocation, bundleLine(bundle));
    return printStop(invocation, error, attempt);
  }
}

function succeeded(invocation: Invocation, bundle: ProvenBundle, deployed: Deployed): void {
  const { host, format, options, quiet } = invocation;
  const print = (text: string) => (options.has("what-if") ? host.stdout.write(text) : printOfRun(invocation, text));
  if (format === "json")
    print(
      jsonDocument(
        deployed.receipt
          ? copiedReceipt(deployed.receipt)
          : { schema: "tierwright/deploy/v1", result: deployed.kind, notes: deployed.notes },
      ),
    );
  else if (!quiet) print(deployedText(bundle, deployed));
}
