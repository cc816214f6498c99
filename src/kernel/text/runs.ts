/*
 * Functions that trim and split texts at repeated characters, in linear time. The usual regular expressions (`/\s+$/`, `/#.*$/`,
 * `/[^/]+$/`) try every position of a text and read on from each, which takes quadratic time; test/house/expressions.test.ts refuses them.
 */

/** Returns a text without its trailing characters that are in `set`. */
export function withoutTrailing(text: string, set: string): string {
  let end = text.length;
  while (end > 0 && set.includes(text.charAt(end - 1))) end--;
  return end === text.length ? text : text.slice(0, end);
}

/** Returns the trailing characters of a text that are in `set`. */
export const trailing = (text: string, set: string): string => text.slice(withoutTrailing(text, set).length);

/** Returns a text without its leading characters that are in `set`. */
export function withoutLeading(text: string, set: string): string {
  let start = 0;
  while (start < text.length && set.includes(text.charAt(start))) start++;
  return start === 0 ? text : text.slice(start);
}

/** Returns a text without its leading and trailing characters that are in `set`. */
export const withoutOuter = (text: string, set: string): string => withoutLeading(withoutTrailing(text, set), set);

/** Returns the part of a text before its first character that is in `set`; the whole text if none is. */
export function beforeFirst(text: string, set: string): string {
  for (let i = 0; i < text.length; i++) if (set.includes(text.charAt(i))) return text.slice(0, i);
  return text;
}

/** Returns the part of a text after its last character that is in `set`; the whole text if none is. */
export function afterLast(text: string, set: string): string {
  for (let i = text.length; i > 0; i--) if (set.includes(text.charAt(i - 1))) return text.slice(i);
  return text;
}

/** Returns a character folded for a comparison that ignores case, as regular expressions with the flag `i` fold it. */
function folded(c: string): string {
  const upper = c.toUpperCase();
  return upper.length === 1 ? upper : c;
}

/**
 * Returns true if a name matches a pattern in which `*` matches any number of characters and `?` matches one.
 * The search backtracks only to the last `*` so far: if what follows it does not match, no other match of an earlier `*` helps.
 */
export function fitsWildcards(name: string, pattern: string, caseless = false): boolean {
  const same = (a: string, b: string): boolean => a === b || (caseless && folded(a) === folded(b));
  let [at, from] = [0, 0];
  let [star, resumed] = [-1, 0];
  while (at < name.length) {
    const sign = pattern.charAt(from);
    if (sign === "*") {
      star = from++;
      resumed = at;
    } else if (sign !== "" && (sign === "?" || same(sign, name.charAt(at)))) {
      at++;
      from++;
    } else if (star >= 0) {
      from = star + 1;
      at = ++resumed;
    } else return false;
  }
  return withoutLeading(pattern.slice(from), "*") === "";
}
