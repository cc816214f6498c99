/** Returns the first character of a text as 'U+0041', for characters that a person cannot see or distinguish. */
export const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
