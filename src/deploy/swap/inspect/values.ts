import { PropertiesDocument, mayBeSecret } from "../../../kernel/index.ts";
import type { BundleManifest } from "../../bundle/manifest.ts";
import { ordinal } from "../../bundle/tree.ts";
import type { FileRole } from "../../../compiler/index.ts";
import { HIDDEN_VALUE } from "./difference.ts";
import { refusal } from "../protocol/outcome.ts";
import type { ValueChange } from "../protocol/plan.ts";
import type { DeployState, Drift, Receipt, StateValue } from "../protocol/receipt.ts";

/**
 * Returns whether a value must not appear in any output or record: its key is in `known` or has a name that suggests a secret, or the value
 * contains credentials.
 */
const isSecret = (key: string, value: string, known: ReadonlySet<string>): boolean => known.has(key) || mayBeSecret(key, value);

const NONE: ReadonlySet<string> = new Set();

/**
 * Returns a value for a receipt or message; HIDDEN_VALUE if it is secret.
 * @param known the keys that any bundle or receipt declares secret
 */
export const redact = (key: string, value: string | null, known: ReadonlySet<string> = NONE): string | null =>
  value !== null && isSecret(key, value, known) ? HIDDEN_VALUE : value;

/** Returns the change of a value for a plan, without old and new value if one of them is secret. */
export const plannedValue = (row: ValueChange, known: ReadonlySet<string>): ValueChange =>
  [row.before, row.after].some((value) => value !== null && isSecret(row.key, value, known))
    ? { key: row.key, before: null, after: null, secret: true }
    : { key: row.key, before: row.before, after: row.after };

/**
 * Returns the secret keys of a file, which a receipt lists without values so that the next run knows them.
 * @param only the keys that are tested in addition to `known`; absent to test all keys of the file
 */
export const secretsIn = (values: Values, known: ReadonlySet<string>, only?: ReadonlySet<string>): string[] =>
  [...values]
    .filter(([key, value]) => isSecret(key, value, known) && (!only || only.has(key) || known.has(key)))
    .map(([key]) => key);

export type Values = ReadonlyMap<string, string>;

/** Returns the decoded values of a properties file. Throws a refusal if Java cannot load it, because then it cannot be edited either. */
export function loadValues(path: string, bytes: Buffer): Values {
  const document = PropertiesDocument.parse(bytes);
  const { map, error } = document.load();
  if (error)
    throw refusal(
      `${path}:${error.line}:${error.column}: java.util.Properties cannot load this file: ${error.message}`,
      "fix that line first; nothing was written",
    );
  if (document.bom)
    throw refusal(
      `${path} starts with a byte order mark: Java reads it as part of the first key`,
      "save it without a byte order mark first; nothing was written",
    );
  return new Map([...map].map(([key, entry]) => [key, entry.value]));
}

/** Returns the keys of one file that a bundle declares secret; their values never leave the files of the workstation. */
export function secretKeys(manifest: BundleManifest, file: FileRole): ReadonlySet<string> {
  return new Set(manifest.values.filter((value) => value.file === file && value.secret !== undefined).map((value) => value.key));
}

/** Returns the keys of one file that a bundle decides. */
export const decidedKeys = (manifest: BundleManifest, file: FileRole): ReadonlySet<string> =>
  new Set(manifest.values.flatMap((value) => (value.file === file ? [value.key] : [])));

/**
 * Returns the keys of one file that the bundle or any receipt on the workstation declares secret; a key stays secret once it was declared
 * so.
 */
export function knownSecrets(manifest: BundleManifest | null, receipts: readonly Receipt[], file: FileRole): ReadonlySet<string> {
  const rows = receipts.flatMap((receipt) => receipt.state?.secrets ?? []).filter((item) => item.file === file);
  return new Set([...(manifest ? secretKeys(manifest, file) : []), ...rows.map(({ key }) => key)]);
}

/** The keys of one file that a bundle decides, and the values of this file that it installs. */
export interface Brought {
  readonly decided: ReadonlySet<string>;
  readonly values: Values;
}

/** Returns the keys and values of one file that the deploy of a receipt installed; empty if the receipt describes no state. */
export function broughtValues(state: DeployState | null, file: FileRole): Brought {
  const rows = (state?.values ?? []).filter((row) => row.file === file);
  return {
    decided: new Set(rows.flatMap(({ key, decided }) => (decided ? [key] : []))),
    values: new Map(rows.map(({ key, value }) => [key, value])),
  };
}

const isBrought = (key: string, value: string, { decided, values }: Brought): boolean =>
  decided.has(key) || values.get(key) === value;

/**
 * Returns the decoded values of one file for a receipt, sorted by key: those that the bundle decides or installs. Other values of the
 * workstation are left out.
 */
export function stateValues(file: FileRole, values: Values, known: ReadonlySet<string>, brought: Brought): StateValue[] {
  return [...values]
    .filter(([key, value]) => !isSecret(key, value, known) && isBrought(key, value, brought))
    .map(([key, value]) => ({ file, key, value, ...(brought.decided.has(key) ? { decided: true } : {}) }))
    .sort((a, b) => ordinal(a.key, b.key));
}

/**
 * Returns the keys of one file that a receipt lists without values: those that no bundle decides or installs and that are no secrets.
 * @param leave keys that the receipt lists in `keep` instead
 */
export const namedRows = (
  file: FileRole,
  values: Values,
  known: ReadonlySet<string>,
  brought: Brought,
  leave: readonly string[],
): { readonly file: FileRole; readonly key: string }[] =>
  [...values]
    .filter(([key, value]) => !isSecret(key, value, known) && !isBrought(key, value, brought) && !leave.includes(key))
    .map(([key]) => ({ file, key }))
    .sort((a, b) => ordinal(a.key, b.key));

/** Returns the keys of one file that a receipt lists without values, so a comparison with the receipt leaves them out. */
export const namedKeys = (state: DeployState | null | undefined, file: FileRole): readonly string[] =>
  (state?.named ?? []).filter((row) => row.file === file).map(({ key }) => key);

/**
 * Returns the values that a live file should have: from the receipt, or before the first deploy from `expect` of the bundle; null if
 * unknown.
 */
export function expectedValues(manifest: BundleManifest, receipt: Receipt | null, file: FileRole): Values | null {
  if (receipt?.state)
    return new Map(receipt.state.values.filter((item) => item.file === file).map((item) => [item.key, item.value]));
  if (file !== "connector" || !manifest.expect) return null;
  return new Map(manifest.expect.map((item) => [item.key, item.value]));
}

/** Returns a key's expected and found value; a placeholder replaces each value of a secret and of a key that the bundle does not decide. */
export function shownPair(
  key: string,
  expected: string | null | undefined,
  found: string | null | undefined,
  decided: ReadonlySet<string>,
): Pick<Drift, "expected" | "found"> {
  const pair = [expected ?? null, found ?? null] as const;
  const hidden = !decided.has(key) || pair.some((value) => value !== null && mayBeSecret(key, value));
  const [before, now] = pair.map((value) => (hidden && value !== null ? HIDDEN_VALUE : value));
  return { expected: before ?? null, found: now ?? null };
}

interface Compared {
  readonly file: FileRole;
  readonly expected: Values;
  readonly live: Values;
  readonly decided: ReadonlySet<string>;
}

const difference = ({ file, expected, live, decided }: Compared, key: string): Drift => ({
  file,
  key,
  ...shownPair(key, expected.get(key), live.get(key), decided),
});

/**
 * Returns live values that differ from the expected ones (docs/rollout.md). Ignores values that already equal those that the deploy would
 * write (`next`). For the client file, compares only the expected keys, because the connector writes others there itself.
 */
export function driftOf(compared: Compared, next: Values, leave: ReadonlySet<string>): Drift[] {
  const { file, live, expected } = compared;
  const keys = file === "client" ? [...expected.keys()] : [...new Set([...live.keys(), ...expected.keys()])];
  return keys
    .filter((key) => !leave.has(key) && live.get(key) !== expected.get(key) && live.get(key) !== next.get(key))
    .sort()
    .map((key) => difference(compared, key));
}

/** The values of a settings file on the workstation before an install. */
export interface LiveValues {
  readonly file: FileRole;
  readonly live: Values;
  /** The keys that any bundle or receipt declares secret. */
  readonly secrets: ReadonlySet<string>;
}

/** Returns the keys of one file that are never compared: secrets, and in conf the keys that deploys keep from the workstation (`keep`). */
export const ignoredKeys = (
  manifest: BundleManifest,
  receipt: Receipt | null,
  { file, secrets }: LiveValues,
): readonly string[] => [...secrets, ...(file === "connector" ? [...manifest.keep, ...(receipt?.state?.keep ?? [])] : [])];

/**
 * Returns the values that a file should have after a deploy that only edits it: those that the bundle decides. For a settings bundle, the
 * receipt's values of all other keys are included, so that a key that somebody removed counts as drift.
 */
export function editedValues(manifest: BundleManifest, receipt: Receipt | null, file: FileRole): Values {
  const expected = manifest.kind === "settings" && receipt?.state ? expectedValues(manifest, receipt, file) : null;
  return new Map([
    ...(expected ?? []),
    ...manifest.values.flatMap(({ file: of, key, value }): [string, string][] =>
      of === file && value !== undefined ? [[key, value]] : [],
    ),
  ]);
}

/** Returns the values of a file that changed since the last deploy; none if neither receipt nor bundle states the expected values. */
export function driftIn(
  manifest: BundleManifest,
  receipt: Receipt | null,
  at: LiveValues,
  next: Values = editedValues(manifest, receipt, at.file),
): Drift[] {
  const { file, live } = at;
  const expected = expectedValues(manifest, receipt, file);
  if (!expected) return [];
  const leave = new Set([...ignoredKeys(manifest, receipt, at), ...namedKeys(receipt?.state, file)]);
  return driftOf({ file, live, expected, decided: decidedKeys(manifest, file) }, next, leave);
}

/** Returns the keys whose value on the workstation differs from the expected one, except those in `leave`. */
export const differing = (compared: Compared, keys: Iterable<string>, leave: ReadonlySet<string>): Drift[] =>
  [...keys]
    .filter((key) => !leave.has(key) && compared.live.get(key) !== compared.expected.get(key))
    .sort()
    .map((key) => difference(compared, key));

/** Returns the values that the bundle decides and that its file would change on the workstation, except the keys in `leave`. */
export const changedOf = (compared: Compared, leave: ReadonlySet<string>): Drift[] =>
  differing(compared, compared.decided, leave);
