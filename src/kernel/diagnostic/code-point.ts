/** U+0041: how people write a character that cannot be seen or told apart. Of several characters the first counts. */
export const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
