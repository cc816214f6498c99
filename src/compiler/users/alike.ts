import { codePoint } from "../../kernel/index.ts";
import { shownName, visiblePart } from "./user-names.ts";
import { textMeant } from "./wrong-encoding.ts";

/** Letters of other scripts that are drawn as a Latin one (Unicode TR 39, confusables, those of Cyrillic and Greek in lower case). */
const DRAWN_ALIKE: ReadonlyMap<string, string> = new Map([
  ...Array.from("асԁеһіјӏорԛѕԝхуѵ", (c, i): [string, string] => [c, "acdehijlopqswxyv"[i] ?? c]),
  ...Array.from("αγινορτυχ", (c, i): [string, string] => [c, "ayivoptux"[i] ?? c]),
  ["ı", "i"],
]);

/** What is left of a name for the eye: no case, nothing unseen, wide and composed letters in one form, other scripts as Latin. */
export const drawn = (name: string): string =>
  Array.from(visiblePart(name).normalize("NFKC").toLowerCase(), (c) => DRAWN_ALIKE.get(c) ?? c).join("");

/** The same of a name of several words, which stay apart. */
export const drawnWords = (name: string): string =>
  name
    .split(/\s+/u)
    .map(drawn)
    .filter((word) => word !== "")
    .join(" ");

const points = (name: string): string => Array.from(name, codePoint).join(" ");

/** The first characters that differ, by code point: two names that look the same cannot be told apart otherwise. */
export function difference(id: string, username: string): string {
  const [a, b] = [Array.from(id), Array.from(username)];
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const part = (list: readonly string[]) => (at < list.length ? points(list.slice(at, at + 2).join("")) : "nothing");
  return `from character ${at + 1} on it has ${part(a)}, the other ${part(b)}`;
}

/** In what a username that looks like an id differs from it. */
export function howAlike(id: string, username: string): string {
  const shown = shownName(username);
  if (textMeant(id) === username) return `the identity provider has ${shown}: the same text in the right encoding`;
  if (id.normalize("NFC") === username.normalize("NFC"))
    return `the identity provider has it in another Unicode form: ${difference(id, username)} (one is composed, the other decomposed)`;
  if (id.toLowerCase() === username.toLowerCase()) return `the identity provider has ${shown}: only the case differs`;
  if (visiblePart(id) === visiblePart(username))
    return `the identity provider has ${shown}, which differs in what nobody sees: ${difference(id, username)}`;
  return `the identity provider has ${shown}, which looks alike: ${difference(id, username)}`;
}
