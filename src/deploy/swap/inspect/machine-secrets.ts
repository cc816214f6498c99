import type { BundleManifest } from "../../bundle/manifest.ts";
import { PropertiesDocument, type SecretValue, must, plural, unsetReason } from "../../../kernel/index.ts";
import { FILE_ROLES, type FileRole } from "../../../compiler/index.ts";
import { refusal } from "../protocol/outcome.ts";
import type { SuppliedSecret, SuppliedSecrets } from "../protocol/supplied-secrets.ts";
import type { Found, LiveFile } from "./preflight.ts";
import { secretKeys, type Values } from "./values.ts";

/** Returns every key of any file that a bundle declares secret. */
export const allSecretKeys = (manifest: BundleManifest): ReadonlySet<string> =>
  new Set(FILE_ROLES.flatMap((file) => [...secretKeys(manifest, file)]));

/** Returns why a text cannot be the value of a secret, such as "is missing", as the end of a sentence; null if it can. */
const faultIn = (text: string | undefined): string | null => (text === undefined ? "is missing" : unsetReason(text));

/** A key of a properties file that holds a secret, with its new value. */
interface Pair {
  readonly key: string;
  readonly value: string;
}

/** The two possible sources of one secret's value: the properties file on the workstation, and the file of --secrets. */
interface MachineSecret {
  readonly key: string;
  /** The reason why the workstation's own value is unusable; null if it is usable, and is then kept. */
  readonly fault: string | null;
  readonly supplied: SuppliedSecret | null;
}

/** Returns the possible sources of each secret that a bundle declares in one file, for a deploy and for `deploy --what-if`. */
function machineSecrets(
  manifest: BundleManifest,
  file: FileRole,
  live: Values | null,
  supplied: SuppliedSecrets,
): readonly MachineSecret[] {
  return [...secretKeys(manifest, file)].map((key) => ({
    key,
    fault: faultIn(live?.get(key)),
    supplied: supplied.get(key) ?? null,
  }));
}

const hasValue = (supplied: SuppliedSecret | null): supplied is { readonly value: SecretValue } =>
  supplied !== null && "value" in supplied;

/**
 * Returns the value of each secret key for a file that the bundle installs whole. Throws DeployStop if a value is missing, so that no
 * placeholder `@secret(...)` reaches a live file.
 */
export function ownSecrets(
  manifest: BundleManifest,
  file: FileRole,
  live: Values | null,
  supplied: SuppliedSecrets,
): readonly Pair[] {
  return machineSecrets(manifest, file, live, supplied).map(({ key, fault, supplied: other }) => {
    if (fault === null) return { key, value: must(live?.get(key), key) };
    if (hasValue(other)) return { key, value: other.value.reveal() };
    throw stillToBeSet([`${key} of the ${file} file ${fault}`]);
  });
}

/** Returns the values from the file of --secrets for the secret keys that have no usable value in the live properties file. */
export const suppliedChanges = (
  manifest: BundleManifest,
  file: FileRole,
  live: Values,
  supplied: SuppliedSecrets,
): readonly Pair[] =>
  machineSecrets(manifest, file, live, supplied).flatMap(({ key, fault, supplied: other }) =>
    fault !== null && hasValue(other) ? [{ key, value: other.value.reveal() }] : [],
  );

const liveOf = (found: Found, file: FileRole): LiveFile | null => (file === "connector" ? found.conf : found[file]);

function placeOf(live: LiveFile | null, file: FileRole, key: string): string {
  if (!live) return `the ${file} file, which this machine does not have yet`;
  const line = PropertiesDocument.parse(live.bytes).load().map.get(key)?.line;
  return line === undefined ? live.path : `${live.path}:${line}`;
}

const stillToBeSet = (lines: readonly string[]) =>
  refusal(
    `${plural(lines.length, "secret")} ${lines.length === 1 ? "is" : "are"} not set on this machine`,
    "set each in its file, or give its value with --secrets FILE; nothing was written",
    lines,
  );

/** Throws DeployStop that names every secret without a value on this machine. */
export function refuseUnset(manifest: BundleManifest, found: Found): void {
  const lines = FILE_ROLES.flatMap((file) => {
    const live = liveOf(found, file);
    return machineSecrets(manifest, file, live?.values ?? null, found.supplied).flatMap(({ key, fault, supplied }) => {
      if (fault === null || hasValue(supplied)) return [];
      const why = supplied === null ? "" : `; ${supplied.at}: the secrets file has no value: ${supplied.fault}`;
      return [`${placeOf(live, file, key)}: ${key} ${fault}${why}`];
    });
  });
  if (lines.length > 0) throw stillToBeSet(lines);
}

/** Returns one line for each value in the file of --secrets: whether the deploy uses it or keeps the workstation's own value. */
export const suppliedNotes = (manifest: BundleManifest, found: Found): readonly string[] =>
  FILE_ROLES.flatMap((file) =>
    machineSecrets(manifest, file, liveOf(found, file)?.values ?? null, found.supplied).flatMap(({ key, fault, supplied }) => {
      if (supplied === null) return [];
      return fault === null
        ? [`${key} of the ${file} file: this machine's value is kept; the one in the secrets file is not used`]
        : [`${key} of the ${file} file is taken from the secrets file`];
    }),
  );
