import { isHarmless, nameKind } from "./names.ts";
import { SECRET_PATTERNS } from "./patterns.ts";
import { WORD_SETS } from "./words.ts";

function isFound(pattern: RegExp, text: string): boolean {
  pattern.lastIndex = 0;
  return pattern.test(text);
}

/**
 * Returns true for a placeholder in brackets: several words, the name of a secret, or a word for an absent value ([your password], [DB_PASSWORD],
 * [hidden]). [hunter2] is a secret in brackets.
 */
function holdsPlace(text: string): boolean {
  SECRET_PATTERNS.bracketed.lastIndex = 0;
  const inner = SECRET_PATTERNS.bracketed.exec(text)?.[1];
  if (inner === undefined) return isFound(SECRET_PATTERNS.proseWord, text.slice(1)); // the bracket is not closed: the text is the first word of a longer placeholder
  return inner.includes(" ") || nameKind(inner, "wire") !== "none" || standsIn(inner);
}

/** Returns true for a placeholder of a secret: a reference such as ${NAME}, a mark such as `***`, or a word such as `redacted`. */
function keepsPlace(trimmed: string): boolean {
  if (isFound(SECRET_PATTERNS.standIn, trimmed)) return true;
  if (trimmed.startsWith("[")) return holdsPlace(trimmed);
  const lower = trimmed.slice(0, 80).toLowerCase();
  return WORD_SETS.standIn.has(lower) || isFound(SECRET_PATTERNS.your, lower);
}

/**
 * Returns true for a text that is in the place of a secret and is none: a harmless value, a placeholder, a reference, a mark such as `***`,
 * a word such as `none`, or an empty text.
 */
export function standsIn(text: string): boolean {
  const trimmed = text.trim();
  return isHarmless("password", trimmed) || keepsPlace(trimmed);
}

/** Returns true for a dollar sign before a word that is not all capitals: a password such as $ecret7, not the name of a variable. */
const isDollarWord = (trimmed: string): boolean => /^\$[A-Za-z_]/.test(trimmed) && !/^\$[A-Z_]+$/.test(trimmed);

/**
 * Returns true for a template's placeholder, the name of a secret or a name in capitals between marks: {PASSWORD}, "<password>",
 * __DB_TOKEN__.
 */
function isToken(trimmed: string): boolean {
  SECRET_PATTERNS.token.lastIndex = 0;
  const inner = SECRET_PATTERNS.token.exec(trimmed)?.[1];
  return (
    inner !== undefined && (/^[A-Z][A-Z0-9_]{2}/.test(inner) ? inner === inner.toUpperCase() : nameKind(inner, "wire") !== "none")
  );
}

/**
 * Returns why the text of a secret that the repository declares is no value, as the end of a sentence; null if it is one. A path, an
 * address or a switch counts as a value, because the author declared the key to be a secret.
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
