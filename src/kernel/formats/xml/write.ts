import { XML_ENTITIES } from "../../text/entities.ts";

/**
 * Returns a value as the text of an XML attribute between the given quotes, with one character for each byte of the file.
 * Escapes characters that would end or change the value, and control characters such as tabs and line ends (XML 1.0, 2.3 and 3.3.3).
 * Characters that the file's encoding does not have become numeric references.
 * @param encode returns the bytes of characters in the file's encoding (decoded as ISO-8859-1), or null if the encoding does not have them
 */
export function attributeText(value: string, quote: '"' | "'", encode: (text: string) => string | null): string {
  let text = "";
  for (const character of value) {
    const code = character.codePointAt(0) as number;
    const entity = character === "&" || character === "<" || character === quote ? XML_ENTITIES[character] : undefined;
    text += entity ?? (code < 0x20 ? `&#${code};` : (encode(character) ?? `&#${code};`));
  }
  return text;
}
