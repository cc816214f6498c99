/**
 * A value as it may stand between these quotes: what would end or change it is escaped, white space other than a space too
 * (XML 1.0, 2.3 and 3.3.3). `encode` gives the bytes of characters in the file's encoding, or null where it has none;
 * such characters become numeric references. The result is an ISO-8859-1 view.
 */
export function attributeText(value: string, quote: '"' | "'", encode: (text: string) => string | null): string {
  const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", [quote]: quote === '"' ? "&quot;" : "&apos;" };
  let text = "";
  for (const character of value) {
    const code = character.codePointAt(0) as number;
    text += escapes[character] ?? (code < 0x20 ? `&#${code};` : (encode(character) ?? `&#${code};`));
  }
  return text;
}
