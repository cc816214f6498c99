import { isHarmless, nameKind } from "./names.ts";
import { SECRET_PATTERNS } from "./patterns.ts";
import { WORD_SETS } from "./words.ts";

function isFound(pattern: RegExp, text: string): boolean {
  pattern.lastIndex = 0;
  return pattern.test(text);
}

/** [your password], [DB_PASSWORD], [hidden]: words, the name of a secret, or what says that there is none; but [hunter2] is one in brackets. */
function holdsPlace(text: string): boolean {
  SECRET_PATTERNS.bracketed.lastIndex = 0;
  const inner = SECRET_PATTERNS.bracketed.exec(text)?.[1];
  if (inner === undefined) return isFound(SECRET_PATTERNS.proseWord, text.slice(1)); // the first word of a longer one
  return inner.includes(" ") || nameKind(inner, "wire") !== "none" || standsIn(inner);
}

/** Returns whether a text keeps the place of a secret: a placeholder, a reference, a mark, or a word that says so. */
function keepsPlace(trimmed: string): boolean {
  if (isFound(SECRET_PATTERNS.standIn, trimmed)) return true;
  if (trimmed.startsWith("[")) return holdsPlace(trimmed);
  const lower = trimmed.slice(0, 80).toLowerCase();
  return WORD_SETS.standIn.has(lower) || isFound(SECRET_PATTERNS.your, lower);
}

/** Returns whether a text stands where a secret is filled in later: a placeholder, a reference, a mark or a word that says so, or nothing. */
export function standsIn(text: string): boolean {
  const trimmed = text.trim();
  return isHarmless("password", trimmed) || keepsPlace(trimmed);
}

/** A word with a dollar sign before it is the name of a variable where it is in capitals, and else a password: $ecret7. */
const isDollarWord = (trimmed: string): boolean => /^\$[A-Za-z_]/.test(trimmed) && !/^\$[A-Z_]+$/.test(trimmed);

/** {PASSWORD}, "<password>", __DB_TOKEN__: the name of a secret, or a name in capitals, between marks of a template. */
function isToken(trimmed: string): boolean {
  SECRET_PATTERNS.token.lastIndex = 0;
  const inner = SECRET_PATTERNS.token.exec(trimmed)?.[1];
  return (
    inner !== undefined && (/^[A-Z][A-Z0-9_]{2}/.test(inner) ? inner === inner.toUpperCase() : nameKind(inner, "wire") !== "none")
  );
}

/**
 * Returns why a text in the place of a declared secret is no value, as the end of a sentence, or null where it is one. A path, an address or a
 * switch is a value here: somebody declared the key to be a secret.
 */
export function unsetReason(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === "") return text === "" ? "is empty" : "holds only blanks";
  if (isFound(SECRET_PATTERNS.noText, trimmed)) return "holds only quotes or invisible characters";
  const bare = trimmed
    .slice(0, 80)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");
  const isPlaceholder =
    trimmed.includes("@secret(") ||
    WORD_SETS.toBeSet.has(bare) ||
    isToken(trimmed) ||
    (keepsPlace(trimmed) && !isDollarWord(trimmed));
  return isPlaceholder ? "holds a placeholder" : null;
}
