import { isHarmless, nameKind } from "./names.ts";
import { secretSpelling } from "./spellings.ts";

/** Returns whether a value carries a secret itself, in whatever spelling, whatever its key is called. */
export const carriesSecret = (value: string): boolean => secretSpelling(value) !== null;

/** Returns whether the name of a settings key says that this value is a secret. */
export function namedSecret(key: string, value: string): boolean {
  const kind = nameKind(key);
  return kind !== "none" && !isHarmless(kind, value);
}

/** Returns whether a value is shown by no output: its key says that it is a secret, or it carries one. */
export const mayBeSecret = (key: string, value: string): boolean => namedSecret(key, value) || carriesSecret(value);
