import { codePoint } from "../../kernel/index.ts";
import { shownName, visiblePart } from "./user-names.ts";
import { textMeant } from "./wrong-encoding.ts";

/** Lower-case letters that look like a Latin letter, with that letter: Cyrillic, Greek and the dotless i (Unicode TR 39, confusables). */
const DRAWN_ALIKE: ReadonlyMap<string, string> = new Map([
  ...Array.from("асԁеһіјӏорԛѕԝхуѵ", (c, i): [string, string] => [c, "acdehijlopqswxyv"[i] ?? c]),
  ...Array.from("αγινορτυχ", (c, i): [string, string] => [c, "ayivoptux"[i] ?? c]),
  ["ı", "i"],
]);

/**
 * Returns a name in a form that is equal for names that look alike: in lower case, without spaces and invisible characters, with wide and
 * composed letters in one form and look-alike letters of other scripts as Latin letters.
 */
export const skeletonOf = (name: string): string =>
  Array.from(visiblePart(name).normalize("NFKC").toLowerCase(), (c) => DRAWN_ALIKE.get(c) ?? c).join("");

/** Returns a name of several words in a form that is equal for names that look alike, with one space between the words. */
export const skeletonWords = (name: string): string =>
  name
    .split(/\s+/u)
    .map(skeletonOf)
    .filter((word) => word !== "")
    .join(" ");

const points = (name: string): string => Array.from(name, codePoint).join(" ");

/**
 * Returns in words where a PLM user id and a username begin to differ, with the differing characters as code points, because names that
 * look alike cannot be distinguished otherwise.
 */
export function difference(id: string, username: string): string {
  const [a, b] = [Array.from(id), Array.from(username)];
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const part = (list: readonly string[]) => (at < list.length ? points(list.slice(at, at + 2).join("")) : "nothing");
  return `from character ${at + 1} on it has ${part(a)}, the other ${part(b)}`;
}

/** Returns in words how a username that looks like a PLM user id differs from it, for example only in case or in invisible characters. */
export function howAlike(id: string, username: string): string {
  const shown = shownName(username);
  if (textMeant(id) === username) return `the identity provider has ${shown}: the same text in the right encoding`;
  if (id.normalize("NFC") === username.normalize("NFC"))
    return `the identity provider has it in another Unicode form: ${difference(id, username)} (one is composed, the other decomposed)`;
  if (id.toLowerCase() === username.toLowerCase()) return `the identity provider has ${shown}: only the case differs`;
  if (visiblePart(id) === visiblePart(username))
    return `the identity provider has ${shown}, which differs in invisible characters: ${difference(id, username)}`;
  return `the identity provider has ${shown}, which looks alike: ${difference(id, username)}`;
}
