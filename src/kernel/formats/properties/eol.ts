import { BACKSLASH, CR, isEol, skipBlanks, skipEol } from "./chars.ts";
import type { LogicalLine } from "./logical-line.ts";

export type Eol = "\n" | "\r\n" | "\r";

/** Returns the line end that most lines of a file have; of equally frequent ones the first of LF, CRLF, CR; LF for a file without any. */
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

/** Returns the text to add to the end of a properties file so that a line can be appended and Java reads all earlier entries unchanged. */
export function completion(text: string, last: LogicalLine | undefined, eol: Eol): string {
  const n = text.length;
  if (n === 0) return "";
  const terminated = isEol(text.charCodeAt(n - 1));
  if (!last?.dangling) return terminated ? "" : eol;
  const atBackslash = text.charCodeAt(n - 1) === BACKSLASH;
  // A last line with nothing but a continuation is an entry with an empty key; a '=' on the next line preserves that entry when lines are
  // appended.
  if (last.keyEnd === last.contentEnd - 1 && last.keyStart === last.keyEnd && last.separator === "none")
    return `${atBackslash ? eol : ""}=${eol}`;
  // A blank line ends the value that the last line continues. If the file ends in CR, the first LF only completes a CRLF, so a second one
  // follows.
  return atBackslash || (text.charCodeAt(n - 1) === CR && eol === "\n") ? eol + eol : eol;
}

/** Returns the spelling of a value from another file with `eol` as the line end of all its continuations. */
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
