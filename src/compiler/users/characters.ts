import { unseenPattern } from "../../kernel/index.ts";

/** The reason why the identity provider refuses a character in a username (docs/users.md lists the reasons). */
export type RefusedKind = "space" | "forbidden" | "script";

/* Nearly every id is ASCII. For such an id no pattern with Unicode classes is needed, so that V8 does not spend time on compiling it. */
const isAscii = (c: string): boolean => c < "\u0080";

/**
 * Characters that the identity provider refuses in a username, in the order of its two validators: username-prohibited-characters (spaces,
 * controls, punctuation), then up-username-not-idn-homograph. The second validator accepts Latin letters and the characters that all
 * scripts share: it accepts a zero-width space (Common) and refuses a zero-width joiner and a combining mark (Inherited).
 * test/compiler/users/recorded-names.test.ts compares this table with the recorded answers of real identity providers.
 */
const REFUSED: readonly { readonly kind: RefusedKind; has(c: string): boolean }[] = [
  {
    kind: "space",
    has: (c) => (isAscii(c) ? c <= " " || c === "\u007f" : c !== "\ufeff" && (/[\s\p{Zs}]/u.test(c) || c === "\u0085")),
  },
  { kind: "forbidden", has: (c) => /[<>&"'$%!#?§,;:*~/\\|^=[\]{}()`]/u.test(c) },
  { kind: "script", has: (c) => !isAscii(c) && /[^\p{Script=Latin}\p{Script=Common}]/u.test(c) },
];

/** Returns why the identity provider refuses a character in a username; null if it accepts it. */
export const refusedAs = (c: string): RefusedKind | null => REFUSED.find(({ has }) => has(c))?.kind ?? null;

/** Returns true for a character that displays as nothing. The identity provider refuses some of these characters and stores the others. */
export const isUnseen = (c: string): boolean =>
  isAscii(c) ? c < " " || c === "\u007f" : /\p{Cf}/u.test(c) || unseenPattern().test(c);
