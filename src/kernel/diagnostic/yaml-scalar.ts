/** The texts that need no quotes in YAML and are no numbers: words, a licence server (port@host), a tool release (2024x Refresh3). */
const WORD = /^(?:[A-Za-z_][\w./-]*|\d+@[A-Za-z][\w.-]*|\d{4}x(?: [A-Za-z0-9]+)*)$/;
const ADDRESS = /^https?:\/\/[\w.-]+(?::\d+)?(?:\/[\w./?=&%-]*)?$/;
const KEYWORD = /^(?:true|false|yes|no|on|off|y|n|null)$/i;

/** Returns true if a text can be quoted unchanged in YAML; any other text needs escapes. */
const isPrinted = (text: string): boolean => /^[\x20-\x7e\p{L}]*$/u.test(text);

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const [mark, digits] = code > 0xffff ? ["U", 8] : ["u", 4];
  return `\\${mark}${code.toString(16).padStart(digits as number, "0")}`;
}

const inDouble = (text: string): string => `"${text.replace(/["\\]/g, "\\$&").replace(/[^\x20-\x7e\p{L}]/gu, escaped)}"`;
/** Returns a text of one line in single quotes, with each quote doubled; a backslash needs no escape in them. */
export const inSingleQuotes = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/**
 * Returns the YAML source of a scalar that reads back as exactly this text, as a value, a key or an item of a list. It has no quotes if the
 * text is unambiguous, else the quotes with the shorter result (YAML 1.2.2, 7.3). A text of digits is in double quotes, as releases are
 * everywhere. All code that writes or proposes YAML uses this function.
 */
export function yamlScalar(text: string): string {
  if ((WORD.test(text) || ADDRESS.test(text)) && !KEYWORD.test(text)) return text;
  const double = inDouble(text);
  if (/^[\d.]+$/.test(text) || !isPrinted(text)) return double;
  const single = inSingleQuotes(text);
  return double.length < single.length ? double : single;
}
