import { isHarmless, nameKind } from "./names.ts";
import { secretSpelling } from "./spellings.ts";

/** Returns true if a value contains a secret, in any spelling and under any key. */
export const carriesSecret = (value: string): boolean => secretSpelling(value) !== null;

/**
 * Returns true if the name of a settings key marks its value as a secret. Some names (such as `token`) do so only if the value looks like
 * one.
 */
export function namedSecret(key: string, value: string): boolean {
  const kind = nameKind(key);
  return kind !== "none" && !isHarmless(kind, value);
}

/** Returns true if no output may show the value of a settings key: the key marks it as a secret, or the value contains one. */
export const mayBeSecret = (key: string, value: string): boolean => namedSecret(key, value) || carriesSecret(value);
