import { join } from "node:path";
import type { BundleManifest } from "../../bundle/manifest.ts";
import { serialText } from "../../bundle/names.ts";
import { LARGEST_TEXT, pluginId } from "../../../kernel/index.ts";
import { refusal } from "../protocol/outcome.ts";
import { isRecordingName } from "../../../compiler/index.ts";
import type { Targets } from "../protocol/targets.ts";
import type { Receipt } from "../protocol/receipt.ts";
import type { SwapFiles } from "../../../platform/index.ts";

/** The options of `deploy` with which a user allows a bundle that would otherwise be refused. */
export interface Allowed {
  readonly acceptDrift: boolean;
  readonly switchEnvironment: boolean;
  /** The user's reason for --allow-downgrade; null without the option. */
  readonly allowDowngrade: string | null;
}

/** Throws a refusal if the installed plug-in has another id than the bundle's, or if a settings bundle finds no plug-in. */
function refuseOtherPlugin(files: SwapFiles, manifest: BundleManifest, targets: Targets): void {
  const descriptor = join(targets.live, "plugin.xml");
  if (files.stat(descriptor)?.kind !== "file") {
    if (manifest.kind === "swap") return;
    throw refusal(
      `${targets.live} has no plug-in, and a settings bundle only switches an installed connector`,
      "install the environment's swap bundle first; nothing was written",
    );
  }
  const id = pluginId(files.read(descriptor, LARGEST_TEXT));
  if (id === manifest.plugin.id) return;
  throw refusal(
    `the plug-in in ${targets.live} is '${id ?? "without an id"}', but the bundle has '${manifest.plugin.id}'`,
    "this is another plug-in's folder; check connector.folder and connector.id of site.yaml; nothing was written",
  );
}

/**
 * Throws a refusal for a bundle that does not fit the installed state, unless an option allows it (docs/rollout.md). Returns the options
 * that were needed, with the user's reasons.
 */
export function checkBindings(
  files: SwapFiles,
  manifest: BundleManifest,
  targets: Targets,
  receipt: Receipt | null,
  allowed: Allowed,
): readonly { flag: string; reason: string | null }[] {
  refuseOtherPlugin(files, manifest, targets);
  const installed = receipt?.bundle;
  if (!installed) return [];
  const flags: { flag: string; reason: string | null }[] = [];
  if (installed.environment !== manifest.environment) {
    if (!allowed.switchEnvironment) {
      if (isRecordingName(installed.environment))
        throw refusal(
          `this workstation still connects to a recording ('${installed.environment}'), and the bundle is of '${manifest.environment}'`,
          "`tierwright record stop` ends the recording and names the bundle with the addresses of the recorded environment; --switch-environment installs this one anyway; nothing was written",
        );
      throw refusal(
        `environment '${installed.environment}' is installed, and the bundle is of '${manifest.environment}'`,
        "--switch-environment installs it anyway; nothing was written",
      );
    }
    flags.push({ flag: "--switch-environment", reason: null });
  } else if (manifest.serial < installed.serial) {
    if (allowed.allowDowngrade === null) {
      throw refusal(
        `the bundle (${serialText(manifest.serial)}) is older than the installed one (${serialText(installed.serial)})`,
        "--allow-downgrade REASON installs it anyway, or roll back; nothing was written",
      );
    }
    flags.push({ flag: "--allow-downgrade", reason: allowed.allowDowngrade });
  }
  if (manifest.kind === "settings" && installed.connector !== manifest.connector) {
    throw refusal(
      `connector ${installed.connector} is installed, but these settings are for connector ${manifest.connector}`,
      "install that environment's swap bundle instead; nothing was written",
    );
  }
  return flags;
}
