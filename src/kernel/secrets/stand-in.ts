import { isHarmless } from "./names.ts";
import { SECRET_PATTERNS } from "./patterns.ts";
import { WORD_SETS } from "./words.ts";

function isFound(pattern: RegExp, text: string): boolean {
  pattern.lastIndex = 0;
  return pattern.test(text);
}

/** Returns whether a text stands where a secret is filled in later: a placeholder, a reference, a mark or a word that says so, or nothing. */
export function standsIn(text: string): boolean {
  const trimmed = text.trim();
  if (isHarmless("password", trimmed)) return true;
  if (isFound(SECRET_PATTERNS.standIn, trimmed)) return true;
  const lower = trimmed.slice(0, 80).toLowerCase();
  return WORD_SETS.standIn.has(lower) || isFound(SECRET_PATTERNS.your, lower);
}
