import { codePoint } from "../../kernel/index.ts";
import { shownName, visiblePart } from "./user-names.ts";
import { textMeant } from "./wrong-encoding.ts";

/** Letters of other scripts that look like a Latin letter (Unicode TR 39, confusables; Cyrillic and Greek in lower case). */
const DRAWN_ALIKE: ReadonlyMap<string, string> = new Map([
  ...Array.from("асԁеһіјӏорԛѕԝхуѵ", (c, i): [string, string] => [c, "acdehijlopqswxyv"[i] ?? c]),
  ...Array.from("αγινορτυχ", (c, i): [string, string] => [c, "ayivoptux"[i] ?? c]),
  ["ı", "i"],
]);

/**
 * Returns a name as the eye sees it: in lower case, without unseen characters, wide and composed letters in one form, look-alike letters of
 * other scripts as Latin.
 */
export const skeletonOf = (name: string): string =>
  Array.from(visiblePart(name).normalize("NFKC").toLowerCase(), (c) => DRAWN_ALIKE.get(c) ?? c).join("");

/** Returns a name of several words as the eye sees it, with one space between the words. */
export const skeletonWords = (name: string): string =>
  name
    .split(/\s+/u)
    .map(skeletonOf)
    .filter((word) => word !== "")
    .join(" ");

const points = (name: string): string => Array.from(name, codePoint).join(" ");

/**
 * Returns where two names begin to differ, with the differing characters as code points, because names that look equal cannot be
 * distinguished otherwise.
 */
export function difference(id: string, username: string): string {
  const [a, b] = [Array.from(id), Array.from(username)];
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const part = (list: readonly string[]) => (at < list.length ? points(list.slice(at, at + 2).join("")) : "nothing");
  return `from character ${at + 1} on it has ${part(a)}, the other ${part(b)}`;
}

/** Returns how a username that looks like an id differs from it: encoding, Unicode form, case, unseen characters or look-alike letters. */
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
