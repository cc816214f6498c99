import { NOT_SHOWN } from "../diagnostic/text.ts";
import { carriesSecret } from "./judge.ts";
import { withoutSecretValues } from "./values.ts";

/** Pattern of keys, signatures and tickets: 60 or more base64 characters in a row. */
const LONG = /(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_-]{60,4096}={0,2}/g;

/** A piece of a line without blanks, quotes and angle brackets: an address, a word, a quoted text. */
const PIECE = /[^ \t"'<>]+/g;

/** The placeholder of a redacted secret until the whole text was searched; no line of a log contains it. */
const TAKEN = "<\0>";

/**
 * Returns a line with its percent-encoded and base64 secrets redacted: each piece that contains one, or the whole line if only the pieces
 * together show one.
 */
function withoutSpellings(line: string): string {
  if (!carriesSecret(line)) return line;
  const shown = line.replace(PIECE, (piece) => (carriesSecret(piece) ? TAKEN : piece));
  return carriesSecret(shown) ? TAKEN : shown;
}

/** Returns a file's text in which the parts that are secrets are redacted; everything else is unchanged. */
export const withoutSecretParts = (text: string): string =>
  withoutSpellings(withoutSecretValues(text, TAKEN)).replaceAll(TAKEN, NOT_SHOWN);

/**
 * Returns a line of a log with its secrets redacted, because printed lines are copied into mails and tickets. The log file itself is never
 * changed.
 */
export const withoutSecrets = (line: string): string => withoutSecretParts(line).replace(LONG, NOT_SHOWN);
