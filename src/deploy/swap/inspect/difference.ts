import { listChangesText } from "../../../kernel/index.ts";
import type { Drift } from "../protocol/receipt.ts";

/**
 * unfinished: a journal stands. no-state: the receipt describes none. missing, changed, foreign: a file of the plug-in folder, or a profile.
 * kept: a value that was kept from the machine, and that the connector cannot use. link: something that is not an ordinary file. value: a decoded value. unreadable: Java could not load the file. second-copy: beside the live
 * folder, where an install puts it into quarantine. copy-elsewhere: in a plug-in root that may be a user's. loose-profile: a stale copy that
 * the tool would load.
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

/** One way in which a machine is not what a receipt says. `file` is the full path. */
export interface Difference {
  readonly kind: DifferenceKind;
  readonly file: string;
  /** Of a value; null for a file as a whole. */
  readonly key: string | null;
  /** A decoded value; null: absent, a file as a whole, or not said because it is a secret. */
  readonly expected: string | null;
  readonly found: string | null;
  readonly secret: boolean;
}

/** Stands in records and messages for a value that neither may hold. */
export const HIDDEN = "(hidden)";

/** A value for people. */
export const quotedOrAbsent = (value: string | null | undefined): string =>
  value === undefined || value === null ? "absent" : value === HIDDEN ? value : `'${value}'`;

/** A key's two values for people; a long list by the elements that differ. `before` says what the second one was. */
export function bothValues(name: string, found: string | null, expected: string | null, before: string): string {
  const elements = listChangesText(expected, found);
  return elements === null
    ? `${name} is ${quotedOrAbsent(found)}, ${before} ${quotedOrAbsent(expected)}`
    : `${name}: ${elements}`;
}

function valueText({ file, key, expected, found, secret }: Difference): string {
  const name = `${file}: ${key ?? ""}`;
  if (secret) return `${name} is a secret that was here when this was installed, and is gone`;
  return bothValues(name, found, expected, "installed was");
}

/** A value that somebody changed on the machine, and that --accept-drift gives up. */
export const overwrittenText = ({ file, key, found }: Drift): string =>
  `overwritten (--accept-drift): ${file}: ${key} was ${quotedOrAbsent(found)}`;

const WORDS: Readonly<Record<DifferenceKind, (difference: Difference) => string>> = {
  unfinished: ({ file }) => `${file}: a run is unfinished; any deploy command finishes it first`,
  "no-state": () => "the newest receipt describes no state",
  missing: ({ file }) => `${file}: missing`,
  changed: ({ file }) => `${file}: changed since it was installed`,
  foreign: ({ file }) => `${file}: not of this build`,
  link: ({ file }) => `${file}: a link or special file, and only ordinary ones were installed`,
  value: valueText,
  unreadable: ({ file, found }) => `${file}: java.util.Properties cannot load it: ${found ?? ""}`,
  kept: ({ file, found }) => `${file}: ${found ?? ""}`,
  "second-copy": ({ file, found }) => `${file}: a second copy of ${found ?? "the plug-in"}; the tool would load it, too`,
  "copy-elsewhere": ({ file, found }) =>
    `${file}: a second copy of ${found ?? "the plug-in"} in another plug-in root; the tool would load it, too`,
  "loose-profile": ({ file }) => `${file}: a stale copy of the profile; the tool would load it`,
};

export const differenceText = (difference: Difference): string => WORDS[difference.kind](difference);
