/** What is longer than any address or path that a person writes is cut: a flood in a value must not flood the report. */
const LONGEST_WORD = 160;
const LONGEST_MESSAGE = 1200;

/** Text with overlong words cut in the middle of nowhere, and their length said. Lines stay as they are. */
export function cutWords(text: string): string {
  return text.length <= LONGEST_WORD
    ? text
    : text.replace(/(?<!\S)\S{161,}/g, (word) => `${word.slice(0, 80)}… (${word.length} characters)`);
}

/** A message that a person can read, whatever stood in the value that it quotes. */
export function readable(message: string): string {
  const words = cutWords(message);
  return words.length <= LONGEST_MESSAGE ? words : `${words.slice(0, LONGEST_MESSAGE)}…`;
}
