import type { Token } from "./tokens.ts";

/**
 * Returns the offset of the first drive path (`C:\` or `C\:\`) or UNC path (`\\server\share`, doubled or not) in the spelling of a value, or -1.
 * Reads the spelling, because the decoded value has lost the backslash.
 */
export function pathHead(spelt: string): number {
  const drive = /(?:^|[;,"'=(\s]|file:\/*)([A-Za-z]\\?:\\)(?=[^{}'"()<> \t]|$)/.exec(spelt);
  const unc = /^["']?((?:\\\\){1,2}[A-Za-z0-9][\w.$-]+(?:\\(?!\\)|\\\\))/.exec(spelt);
  const head = unc?.[1] ?? drive?.[1];
  if (head === undefined) return -1;
  // `a:\n text` and `x:\t{0}` are labels, not paths: a folder's name begins with a letter, a digit, '.', '_', '-' or '~'.
  if (!unc && /^[A-Za-z]\\?:\\[tnrf](?:[^\w.~\\-]|\\[\r\n]|$)/.test(spelt.slice(spelt.indexOf(head)))) return -1;
  return spelt.indexOf(head);
}

/**
 * Effect of a backslash in a path. lost: Java drops it. control: it reads as TAB, LF, CR or FF. malformed: the file does not load. swallowed: the
 * next line becomes part of the value.
 */
export type PathFaultKind = "lost" | "control" | "malformed" | "swallowed";

export type PathFault =
  | { readonly kind: Exclude<PathFaultKind, "swallowed">; readonly token: Token }
  /** A backslash at the end of a line, which makes the next line part of the value; `key`: the key that the next line would have had. */
  | { readonly kind: "swallowed"; readonly token: Token; readonly key: string };

const ENTRY = /^[ \t\f]*([A-Za-z_][\w.-]+)[ \t\f]*[=:]/;

/** Returns the key that a joined physical line would have had, or null if the line looks like a part of the value. */
function swallowedKey(text: string, join: Token): string | null {
  const line = /[^\r\n]*/.exec(text.slice(join.end))?.[0] ?? "";
  return ENTRY.exec(line)?.[1] ?? null;
}

/**
 * A '#', '!' or '=' with a backslash before it. Properties.store writes these signs so; in a path that a person wrote, it can be a
 * separator that lacks its second backslash.
 */
const SIGN = /^\\[#!=]$/;

/** Returns true if a sign is bare that Properties.store escapes in a value: then a person wrote the value. */
const isSpeltByHand = (value: readonly Token[]): boolean =>
  value.some(({ kind, text }) => kind === "bare" && /^[:=#!]$/.test(text));

/**
 * Returns the places where a path in a value is not written with doubled backslashes.
 * @param everywhere true for the value of a directory, in which no control character is legitimate
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
