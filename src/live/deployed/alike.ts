import { codePoint } from "../../kernel/index.ts";
/** Characters that a reader cannot see: spaces, control characters and invisible format characters. */
const UNSEEN = /[\s\p{Z}\p{C}]/gu;

const shape = (text: string): string => text.normalize("NFKC").replace(UNSEEN, "");

const named = (character: string | undefined): string => (character === undefined ? "the end" : codePoint(character));

/** Describes the first difference of two values that look alike when displayed. Returns null if a reader can see the difference. */
export function unseenDifference(deployed: string, expected: string): string | null {
  if (shape(deployed) !== shape(expected)) return null;
  const [a, b] = [[...deployed], [...expected]];
  const at = a.findIndex((character, i) => character !== b[i]);
  const i = at < 0 ? a.length : at;
  return `they look alike, but character ${i + 1} is ${named(a[i])} where ${named(b[i])} is expected`;
}
