import { unseenPattern } from "../../kernel/index.ts";

/** Why the identity provider refuses a character in a username; docs/users.md names the kinds. */
export type RefusedKind = "space" | "forbidden" | "script";

/* Nearly every id is ASCII: none of the patterns with classes of Unicode is made then, each of which takes V8 a tenth of a millisecond. */
const isAscii = (c: string): boolean => c < "\u0080";

/**
 * The characters that the identity provider refuses in a username: the one table of this program, in the order of its two validators,
 * username-prohibited-characters (spaces, controls, punctuation) and up-username-not-idn-homograph. The second takes Latin letters and what all
 * scripts share: a zero-width space is Common and taken, a zero-width joiner and a combining mark are Inherited and refused.
 * test/compiler/users/recorded-names.test.ts holds the table to what real servers answered.
 */
const REFUSED: readonly { readonly kind: RefusedKind; has(c: string): boolean }[] = [
  {
    kind: "space",
    has: (c) => (isAscii(c) ? c <= " " || c === "\u007f" : c !== "\ufeff" && (/[\s\p{Zs}]/u.test(c) || c === "\u0085")),
  },
  { kind: "forbidden", has: (c) => /[<>&"'$%!#?§,;:*~/\\|^=[\]{}()`]/u.test(c) },
  { kind: "script", has: (c) => !isAscii(c) && /[^\p{Script=Latin}\p{Script=Common}]/u.test(c) },
];

/** Returns why the identity provider refuses a character in a username; null if it takes it. */
export const refusedAs = (c: string): RefusedKind | null => REFUSED.find(({ has }) => has(c))?.kind ?? null;

/** Returns whether a character is shown as nothing. The identity provider refuses some of these and stores the others. */
export const isUnseen = (c: string): boolean =>
  isAscii(c) ? c < " " || c === "\u007f" : /\p{Cf}/u.test(c) || unseenPattern().test(c);
