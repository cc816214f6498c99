import { type Look, NL, wholeValue } from "../../report/index.ts";

/** The schema of the document of `properties get`, `set` and `unset`. */
export const PROPERTY_SCHEMA = "tierwright/property/v1";

/** Returns the value of a key with a line feed; '' if the key is absent. */
export const valueText = ({ value }: { readonly value: string | null }): string =>
  value === null ? "" : `${wholeValue(value)}${NL}`;

/** The result of an edit, as the command prints it in its JSON document. */
interface Edited {
  readonly file: string;
  readonly out: string;
  readonly changed: boolean;
  /** Number of entries added; negative if entries were removed. */
  readonly entries: number;
  readonly byteOrderMarkDropped: boolean;
}

/** Returns the result of an edit of a properties file in one line; '' with --quiet. */
export function editedText({ file, out, changed, entries, byteOrderMarkDropped }: Edited, { quiet }: Look): string {
  if (quiet) return "";
  const to = out === file ? file : `${file} -> ${out}`;
  const count = Math.abs(entries) === 1 ? "1 entry" : `${Math.abs(entries)} entries`;
  const change = !changed ? "nothing to change" : entries === 0 ? "changed" : `${count} ${entries > 0 ? "added" : "removed"}`;
  return `${to}: ${change}${byteOrderMarkDropped ? "; the byte order mark is dropped" : ""}${NL}`;
}
