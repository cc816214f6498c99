/** Length above which a word is cut; no address or path that a person writes is longer. A huge value must not fill the report. */
const LONGEST_WORD = 160;
const LONGEST_MESSAGE = 1200;

/** Cuts overlong words and adds their length. Keeps the line breaks. */
export function cutWords(text: string): string {
  return text.length <= LONGEST_WORD
    ? text
    : text.replace(/(?<!\S)\S{161,}/g, (word) => `${word.slice(0, 80)}… (${word.length} characters)`);
}

/** Cuts a message to a readable length, however long a value in it is. */
export function readable(message: string): string {
  const words = cutWords(message);
  return words.length <= LONGEST_MESSAGE ? words : `${words.slice(0, LONGEST_MESSAGE)}…`;
}
