import type { Match } from "./match.ts";

/** Placeholder for the user name and password of an address. */
export const HIDDEN_USERINFO = "(hidden)@";
/** Most characters of an address's spelling that are shown; a longer one has long indentation or nested escapes. */
const LONGEST = 400;

const UTF8 = new TextDecoder("utf-8", { fatal: true });

function fromBytes(units: string): string {
  try {
    return UTF8.decode(Buffer.from(units, "latin1"));
  } catch {
    return units;
  }
}

/** Returns the old address as written in the text, without a user name and without the zero bytes of UTF-16 in a binary file. */
export function spellingOf(text: string, { start, end, userinfo }: Match, bytes: boolean): string {
  const units = userinfo
    ? text.slice(start, userinfo.start) + HIDDEN_USERINFO + text.slice(userinfo.end, end)
    : text.slice(start, end);
  const shown = (bytes ? fromBytes(units) : units).replaceAll("\0", "");
  return shown.length > LONGEST ? `${shown.slice(0, LONGEST)}…` : shown;
}
