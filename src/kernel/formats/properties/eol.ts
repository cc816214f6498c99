import { BACKSLASH, CR, isEol, skipBlanks, skipEol } from "./chars.ts";
import type { LogicalLine } from "./logical-line.ts";

export type Eol = "\n" | "\r\n" | "\r";

/** Returns the line ending of most lines; at a tie the first of LF, CRLF, CR; LF for a file without any. */
export function dominantEol(text: string): Eol {
  const count = { "\n": 0, "\r\n": 0, "\r": 0 };
  let lf = text.indexOf("\n");
  let cr = text.indexOf("\r");
  while (cr >= 0) {
    const crlf = text.charCodeAt(cr + 1) === 10;
    count[crlf ? "\r\n" : "\r"]++;
    cr = text.indexOf("\r", cr + 1);
  }
  for (; lf >= 0; lf = text.indexOf("\n", lf + 1)) if (text.charCodeAt(lf - 1) !== CR) count["\n"]++;
  if (count["\n"] >= count["\r\n"] && count["\n"] >= count["\r"]) return "\n";
  return count["\r\n"] >= count["\r"] ? "\r\n" : "\r";
}

/** Returns the text that must follow the end of the file so that an appended line is a line of its own, and nothing before it reads differently. */
export function completion(text: string, last: LogicalLine | undefined, eol: Eol): string {
  const n = text.length;
  if (n === 0) return "";
  const terminated = isEol(text.charCodeAt(n - 1));
  if (!last?.dangling) return terminated ? "" : eol;
  const atBackslash = text.charCodeAt(n - 1) === BACKSLASH;
  // A file that ends in a lone continuation has an entry with an empty key there; the '=' on the next line keeps that entry when lines are
  // appended.
  if (last.keyEnd === last.contentEnd - 1 && last.keyStart === last.keyEnd && last.separator === "none")
    return `${atBackslash ? eol : ""}=${eol}`;
  // A blank line ends the continued value. If the file ends in CR, the first LF only completes a CRLF, so a second one follows.
  return atBackslash || (text.charCodeAt(n - 1) === CR && eol === "\n") ? eol + eol : eol;
}

/** Returns a spelling from another file with the line endings in its continuations replaced by this file's. */
export function convertJoins(spelt: string, eol: Eol): string {
  let out = "";
  let from = 0;
  for (let i = spelt.indexOf("\\"); i >= 0 && i + 1 < spelt.length; ) {
    let next = i + 2;
    if (isEol(spelt.charCodeAt(i + 1))) {
      next = skipEol(spelt, i + 1);
      out += spelt.slice(from, i + 1) + eol;
      from = next;
      next = skipBlanks(spelt, next);
    }
    i = spelt.indexOf("\\", next);
  }
  return out + spelt.slice(from);
}
