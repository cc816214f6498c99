import { join } from "node:path";
import {
  type BundleSource,
  type Composed,
  type Signer,
  bundleNames,
  composeBundle,
  publishBundle,
} from "../../../deploy/index.ts";
import { contentRefused, verdictLine, wrongUse } from "../../../kernel/index.ts";
import { type CompiledEnvironment, type CompiledOne, splitAddresses, withoutCredentials } from "../../../compiler/index.ts";
import { BundleFolder } from "../../../platform/index.ts";
import { MOVED_KEYS, serverIn } from "../../recording/pointing.ts";
import type { RecordingMode, TierAddresses } from "../../recording/moved.ts";
import type { SwitchedKey } from "../../recording/record.ts";

type Ready = NonNullable<CompiledOne["ready"]>;

/** A settings bundle in memory, with the compiled environment that it installs. */
export interface SettingsBundle {
  readonly compiled: CompiledEnvironment;
  readonly composed: Composed;
}

/** Composes the bundle that `bundle ENV --settings` would write. Throws a Refusal if the environment's connector release cannot be read. */
export function settingsOf(ready: Ready, source: BundleSource): SettingsBundle {
  const { release, environment } = ready.compiled;
  if (!release) throw contentRefused(`the release of ${environment.name} cannot be read`, null, "`tierwright check` reports why");
  return { compiled: ready.compiled, composed: composeBundle(ready, release, source, null) };
}

/**
 * Writes a settings bundle with its checksum, signature, SBOM, report and scripts into the folder `root`.
 * @returns The path of the bundle's zip.
 */
export async function writeBundle({ compiled, composed }: SettingsBundle, root: string, signer: Signer | null): Promise<string> {
  const { environment, verdict } = compiled;
  const names = bundleNames(environment.name, environment.connector.text, true);
  const set = [names.zip, names.sums, names.signature, names.sbom, names.report, names.detect] as const;
  const folder = new BundleFolder(root, set, [names.deploy]);
  try {
    folder.open();
    await publishBundle(folder, names, composed, signer, verdictLine(verdict));
    return join(root, names.zip);
  } finally {
    folder.close();
  }
}

/** Returns the decision for one of `MOVED_KEYS` in a compiled environment; null if its files do not have the key. */
const installed = ({ files }: CompiledEnvironment, { file, key }: (typeof MOVED_KEYS)[number]) =>
  files[file]?.keys.get(key)?.decision ?? null;

/**
 * Returns the sign-in and file-transfer addresses that an environment installs, from its compiled files and not from its YAML. Throws a
 * Refusal for an environment without a sign-in address or with transport `tccs`.
 */
export function tierAddressesOf(compiled: CompiledEnvironment): TierAddresses {
  const [signIn, client, files] = MOVED_KEYS.map((key) => installed(compiled, key)?.value.trim() ?? "");
  const { name } = compiled.environment;
  if (!signIn) throw wrongUse(`${name} has no sign-in address (TC_SERVER_URL): there is nothing to record`, null);
  if (compiled.environment.tier.transport?.text.toLowerCase() === "tccs")
    throw wrongUse(
      `${name} uses TCCS (tier.transport), which has its own addresses: changing the connector's would record nothing`,
      "put a relay between TCCS and the tier: `record start --listen ADDRESS:PORT --to URL`, and set that address in TCCS' own configuration",
    );
  const further = client && client !== signIn ? [client] : [];
  return { environment: name, signIn, fileTransfer: [...further, ...splitAddresses(files ?? "")] };
}

/** Throws a Refusal if an address that the recording's environment installs is not a relay's: its traffic would not be recorded. */
export function refuseUnmoved(there: CompiledEnvironment, listens: ReadonlySet<string>): void {
  for (const at of MOVED_KEYS) {
    const decision = installed(there, at);
    const past = splitAddresses(decision?.value ?? "").find((text) => !listens.has(serverIn(text) ?? ""));
    if (past === undefined) continue;
    const place = decision?.place ? ` (${decision.place.file}:${decision.place.line})` : "";
    throw wrongUse(
      `${at.key} of the ${at.file} file would still be '${withoutCredentials(past)}'${place}, which bypasses the relay: the capture would silently be incomplete`,
      "make the release write it from tier.signIn or tier.fileTransfer; nothing was started",
    );
  }
}

/** Returns the keys that both bundles of a recording write, with both values; leaves out the keys of logger.properties. */
export function switchedKeys(there: SettingsBundle, back: SettingsBundle): readonly SwitchedKey[] {
  const values = new Map(back.composed.manifest.values.map(({ file, key, value }) => [`${file}/${key}`, value]));
  return there.composed.manifest.values.flatMap(({ file, key, value }): SwitchedKey[] => {
    const was = values.get(`${file}/${key}`);
    return file === "logger" || value === undefined || was === undefined ? [] : [{ file, key, there: value, back: was }];
  });
}

/** Returns whether a mode changes the workstation's settings files; in `tls` the user changes its hosts file instead. */
export const changesFiles = (mode: RecordingMode): boolean => mode !== "tls";
