import { listChangesText } from "../../../kernel/index.ts";
import type { BundleManifest } from "../../bundle/manifest.ts";
import type { DeployState, Drift, Receipt } from "../protocol/receipt.ts";

/**
 * The kinds of differences between a machine and a receipt:
 * - unfinished: the journal of an interrupted deploy or rollback exists
 * - no-state: the newest receipt does not describe the installed files
 * - missing, changed: a file of the plug-in folder, or a profile
 * - foreign: a file of the plug-in folder that the receipt does not list
 * - link: a symbolic link or special file in place of an ordinary file or folder
 * - value: the decoded value of a key in conf, logger or client file
 * - unreadable: a properties file that Java cannot load
 * - kept: a value kept from the machine that the connector cannot use
 * - second-copy: a copy of the plug-in next to the live folder, which an install puts into quarantine
 * - copy-elsewhere: a copy of the plug-in in another plug-in root, which possibly belongs to a user
 * - loose-profile: a stale copy of the profile that the modeling tool would load
 */
export type DifferenceKind =
  | "unfinished"
  | "no-state"
  | "missing"
  | "changed"
  | "foreign"
  | "link"
  | "value"
  | "unreadable"
  | "kept"
  | "second-copy"
  | "copy-elsewhere"
  | "loose-profile";

/** One difference between a workstation and a receipt. `file` is the full path. */
export interface Difference {
  readonly kind: DifferenceKind;
  readonly file: string;
  /** The key whose value differs; null if the difference is about a whole file. */
  readonly key: string | null;
  /** The decoded value in the receipt; null if the key is absent, is secret, or the difference is about a whole file. */
  readonly expected: string | null;
  readonly found: string | null;
  readonly secret: boolean;
  /** True for a value that differed at the deploy already and that --accept-drift left as it was; else absent. */
  readonly left?: true;
}

/** The placeholder in records and messages for a value that must not be shown. */
export const HIDDEN_VALUE = "(hidden)";

/** Returns a value in quotation marks; the word "absent" for null, and the placeholder of a hidden value unchanged. */
export const quotedOrAbsent = (value: string | null | undefined): string =>
  value === undefined || value === null ? "absent" : value === HIDDEN_VALUE ? value : `'${value}'`;

/** Describes a value that a deploy or rollback would change, by its values before and after. */
export const becomesText = (before: string | null, after: string | null): string =>
  `${quotedOrAbsent(before)} would become ${quotedOrAbsent(after)}`;

/**
 * Describes the found and the expected value of a key, or only the differing elements of a long list.
 * @param before words that introduce the expected value, such as "the deploy had set"
 */
export function bothValues(name: string, found: string | null, expected: string | null, before: string): string {
  const elements = listChangesText(expected, found);
  return elements === null
    ? `${name} is ${quotedOrAbsent(found)}; ${before} ${expected === null ? "no value" : quotedOrAbsent(expected)}`
    : `${name}: ${elements}`;
}

function valueText({ file, key, expected, found, secret, left }: Difference): string {
  const name = `${file}: ${key ?? ""}`;
  if (secret) return `${name} is missing: this secret was set at the last deploy`;
  return bothValues(name, found, expected, left ? "the deploy had left" : "the deploy had set");
}

/**
 * Returns whether a deploy of the bundle leaves a drifted value as it is: it does not replace the file, and the bundle does not decide the
 * key.
 */
export const isLeft = ({ kind, values }: BundleManifest, { file, key }: Pick<Drift, "file" | "key">): boolean =>
  (kind === "settings" || file === "client") && !values.some((value) => value.file === file && value.key === key);

/**
 * Returns the keys whose drifted value a deploy leaves as it is. For a settings bundle, these include the keys in `left` of the earlier
 * receipt.
 */
export function leftKeys(
  manifest: BundleManifest,
  earlier: DeployState | null,
  drift: readonly Drift[],
): Pick<Drift, "file" | "key">[] {
  const carried = manifest.kind === "settings" ? (earlier?.left ?? []) : [];
  const rows = [...carried, ...drift].filter((row) => isLeft(manifest, row));
  return [...new Map(rows.map(({ file, key }) => [`${file} ${key}`, { file, key }])).values()];
}

/** Returns one line with the keys whose drifted value a deploy with --accept-drift left as it was; an empty list without such keys. */
export function leftTexts(left: DeployState["left"] = []): readonly string[] {
  const keys = left.map(({ file, key }) => `${file}: ${key}`);
  return keys.length === 0
    ? []
    : [`left as found at the deploy (--accept-drift), not as a bundle had set it: ${keys.join(", ")}`];
}

/** Describes a drifted value under --accept-drift: the bundle overwrites the value, or leaves it as it is if `isLeft` is true. */
export const acceptedText = (manifest: BundleManifest, row: Drift): string =>
  isLeft(manifest, row)
    ? `left as it is (--accept-drift): ${row.file}: ${row.key}, which this bundle does not write`
    : `overwritten (--accept-drift): ${row.file}: ${row.key} was ${quotedOrAbsent(row.found)}`;

/**
 * Returns one line about the values that had drifted before a deploy: the deploy's rollback leaves them as they were before the deploy.
 * Returns an empty list without drift.
 * @param back the bundle of the restored state: the next deploy then refuses these values again; null if no bundle was installed
 */
export function restoredTexts(
  { drift }: Pick<Receipt, "drift">,
  back: Receipt["bundle"],
  are: "are" | "would be",
): readonly string[] {
  if (drift.length === 0) return [];
  const keys = drift.map(({ file, key }) => `${file}: ${key}`).join(", ");
  const next = back ? "; the next deploy refuses them again" : "";
  return [`drifted values ${are} as before --accept-drift: ${keys}${next}`];
}

/** Describes a value in a file of the plug-in folder that a deploy or rollback would change. */
export const becomesLine = ({ file, key, found, expected }: Drift): string => `${file}: ${key} ${becomesText(found, expected)}`;

const WORDS: Readonly<Record<DifferenceKind, (difference: Difference) => string>> = {
  unfinished: ({ file }) => `${file}: a run is unfinished; any deploy command finishes it first`,
  "no-state": () => "the newest receipt describes no state",
  missing: ({ file }) => `${file}: missing`,
  changed: ({ file }) => `${file}: changed since it was installed`,
  foreign: ({ file }) => `${file}: not part of this build`,
  link: ({ file }) => `${file}: a link or special file; only ordinary files were installed`,
  value: valueText,
  unreadable: ({ file, found }) => `${file}: java.util.Properties cannot load it: ${found ?? ""}`,
  kept: ({ file, found }) => `${file}: ${found ?? ""}`,
  "second-copy": ({ file, found }) => `${file}: a second copy of ${found ?? "the plug-in"}; the tool would load it, too`,
  "copy-elsewhere": ({ file, found }) =>
    `${file}: a second copy of ${found ?? "the plug-in"} in another plug-in root; the tool would load it, too`,
  "loose-profile": ({ file }) => `${file}: a stale copy of the profile; the tool would load it`,
};

export const differenceText = (difference: Difference): string => WORDS[difference.kind](difference);
