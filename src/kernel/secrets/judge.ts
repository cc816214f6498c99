import { isHarmless, nameKind } from "./names.ts";
import { secretSpelling } from "./spellings.ts";

/** Returns true if a value contains a secret, in any spelling and under any key. */
export const carriesSecret = (value: string): boolean => secretSpelling(value) !== null;

/** Returns true if the name of a settings key marks the value as a secret: some names do so only for a value that looks like one. */
export function namedSecret(key: string, value: string): boolean {
  const kind = nameKind(key);
  return kind !== "none" && !isHarmless(kind, value);
}

/** Returns true if outputs must not show a value: its key marks it as a secret, or it contains one. */
export const mayBeSecret = (key: string, value: string): boolean => namedSecret(key, value) || carriesSecret(value);
