/** Returns '1 file', '2 files'; for words whose plural ends in s. */
export const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? "" : "s"}`;
