import { NOT_SHOWN } from "../diagnostic/text.ts";
import { carriesSecret } from "./judge.ts";
import { withoutSecretValues } from "./values.ts";

/** Keys, signatures and tickets: long, and without words in it. */
const LONG = /(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_-]{60,4096}={0,2}/g;

/** A piece of a line: an address, a word, what stands in quotes. */
const PIECE = /[^ \t"'<>]+/g;

/** Stands for a secret while the rest is looked through; no line of a log holds it. */
const TAKEN = "<\0>";

/** Without what is spelt in another way, percent-encoded or in base64: such a piece goes as a whole, and a line where no piece does it alone. */
function withoutSpellings(line: string): string {
  if (!carriesSecret(line)) return line;
  const shown = line.replace(PIECE, (piece) => (carriesSecret(piece) ? TAKEN : piece));
  return carriesSecret(shown) ? TAKEN : shown;
}

/** Returns a text of a file without its secrets; everything else stays. */
export const withoutSecretParts = (text: string): string =>
  withoutSpellings(withoutSecretValues(text, TAKEN)).replaceAll(TAKEN, NOT_SHOWN);

/** Returns a line of a log without its secrets: what is printed of it is copied into mails and tickets. The log itself is never changed. */
export const withoutSecrets = (line: string): string => withoutSecretParts(line).replace(LONG, NOT_SHOWN);
