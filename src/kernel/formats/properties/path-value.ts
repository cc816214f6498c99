import type { Token } from "./tokens.ts";

/**
 * Returns the offset of the first drive path (`C:\` or `C\:\`) or UNC path (`\\server\share`, backslashes doubled or not) in the spelling
 * of a value; -1 if it has none. Reads the spelling in the file, because Java drops a single backslash, so that the decoded value lacks it.
 */
export function pathHead(spelt: string): number {
  const drive = /(?:^|[;,"'=(\s]|file:\/*)([A-Za-z]\\?:\\)(?=[^{}'"()<> \t]|$)/.exec(spelt);
  const unc = /^["']?((?:\\\\){1,2}[A-Za-z0-9][\w.$-]+(?:\\(?!\\)|\\\\))/.exec(spelt);
  const head = unc?.[1] ?? drive?.[1];
  if (head === undefined) return -1;
  // `a:\n text` and `x:\t{0}` are a label and an escape, not paths: a folder's name begins with a letter, a digit, '.', '_', '-' or '~'.
  if (!unc && /^[A-Za-z]\\?:\\[tnrf](?:[^\w.~\\-]|\\[\r\n]|$)/.test(spelt.slice(spelt.indexOf(head)))) return -1;
  return spelt.indexOf(head);
}

/**
 * The effect of a single backslash in a Windows path. lost: Java drops it. control: Java reads it and the next letter as TAB, LF, CR or FF.
 * malformed: Java does not load the file. swallowed: the next line becomes a part of the value.
 */
export type PathFaultKind = "lost" | "control" | "malformed" | "swallowed";

export type PathFault =
  | { readonly kind: Exclude<PathFaultKind, "swallowed">; readonly token: Token }
  /** A backslash at the end of a line, which makes the next line a part of the value; `key` is the key of the next line without it. */
  | { readonly kind: "swallowed"; readonly token: Token; readonly key: string };

const ENTRY = /^[ \t\f]*([A-Za-z_][\w.-]+)[ \t\f]*[=:]/;

/** Returns the key that the line after a continuation would have as an entry of its own; null if it looks like a part of the value. */
function swallowedKey(text: string, join: Token): string | null {
  const line = /[^\r\n]*/.exec(text.slice(join.end))?.[0] ?? "";
  return ENTRY.exec(line)?.[1] ?? null;
}

/**
 * Matches '#', '!' or '=' after a backslash. Java's Properties.store puts a backslash before these signs; in a path that a person has
 * written, it can be the separator before a folder `#name` that lacks its second backslash.
 */
const SIGN = /^\\[#!=]$/;

/** Returns true if a value has an unescaped ':', '=', '#' or '!', which Java's Properties.store escapes: a person has written it. */
const isSpeltByHand = (value: readonly Token[]): boolean =>
  value.some(({ kind, text }) => kind === "bare" && /^[:=#!]$/.test(text));

/**
 * Returns the tokens of a value in which a path has a single backslash instead of a doubled one.
 * @param text the properties file, decoded as ISO-8859-1
 * @param value the tokens of the value
 * @param from the offset of the path (`pathHead`) in `text`; tokens before it are not part of the path
 * @param everywhere true for a key whose whole value is a directory, so that no control character in it is legitimate
 */
export function pathFaults(text: string, value: readonly Token[], from: number, everywhere: boolean): readonly PathFault[] {
  const faults: PathFault[] = [];
  value.forEach((token, i) => {
    const spelt = text.slice(token.start, token.end);
    const before = value[i - 1]?.text ?? "";
    const after = token.start >= from;
    if (token.kind === "malformed") faults.push({ kind: "malformed", token });
    else if (token.kind === "lost" && (everywhere || (after && !/["']/.test(token.text)))) faults.push({ kind: "lost", token });
    else if (/^\\[tnrf]$/.test(spelt) && token.kind === "escape" && (everywhere || after))
      faults.push({ kind: "control", token });
    else if (everywhere && SIGN.test(spelt) && !/[\\/]$/.test(before) && isSpeltByHand(value))
      faults.push({ kind: "lost", token });
    else if (token.kind === "join") {
      const last = value.slice(i).every((t) => t.kind === "join");
      const key = last || /[,;\s]/.test(before) ? null : swallowedKey(text, token);
      if (last) faults.push({ kind: "lost", token });
      else if (key !== null) faults.push({ kind: "swallowed", token, key });
    }
  });
  return faults;
}
