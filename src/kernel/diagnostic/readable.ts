/**
 * The length in characters above which a word of a message is cut, so that a huge value does not fill the report. Addresses and paths are
 * shorter.
 */
const LONGEST_WORD = 160;
const LONGEST_MESSAGE = 1200;

/** Returns a text with its overlong words cut; each is followed by its whole length. Keeps the line breaks. */
export function cutWords(text: string): string {
  return text.length <= LONGEST_WORD
    ? text
    : text.replace(/(?<!\S)\S{161,}/g, (word) => `${word.slice(0, 80)}… (${word.length} characters)`);
}

/** Returns a message cut to a readable length, however long a value in it is. */
export function readable(message: string): string {
  const words = cutWords(message);
  return words.length <= LONGEST_MESSAGE ? words : `${words.slice(0, LONGEST_MESSAGE)}…`;
}
