/** Words, a licence server (port@host), a row of the tool: plain in YAML, and no number. */
const WORD = /^(?:[A-Za-z_][\w./-]*|\d+@[A-Za-z][\w.-]*|\d{4}x(?: [A-Za-z0-9]+)*)$/;
const ADDRESS = /^https?:\/\/[\w.-]+(?::\d+)?(?:\/[\w./?=&%-]*)?$/;
const KEYWORD = /^(?:true|false|yes|no|on|off|y|n|null)$/i;

/** What stands in quotes as it is; everything else needs an escape. */
const isPrinted = (text: string): boolean => /^[\x20-\x7e\p{L}]*$/u.test(text);

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const [mark, digits] = code > 0xffff ? ["U", 8] : ["u", 4];
  return `\\${mark}${code.toString(16).padStart(digits as number, "0")}`;
}

const inDouble = (text: string): string => `"${text.replace(/["\\]/g, "\\$&").replace(/[^\x20-\x7e\p{L}]/gu, escaped)}"`;
/** In single quotes, where a backslash is a backslash and a quote stands twice. For text of one line. */
export const inSingleQuotes = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/**
 * Source of a YAML scalar that reads back as exactly this text, as a value, a key or an item of a list: plain where nobody can take it for
 * anything else, else in the shorter one of the two kinds of quotes (YAML 1.2.2, 7.3). What only digits make up stands in double quotes, as
 * releases do everywhere. Whatever writes or advises YAML uses this.
 */
export function yamlScalar(text: string): string {
  if ((WORD.test(text) || ADDRESS.test(text)) && !KEYWORD.test(text)) return text;
  const double = inDouble(text);
  if (/^[\d.]+$/.test(text) || !isPrinted(text)) return double;
  const single = inSingleQuotes(text);
  return double.length < single.length ? double : single;
}
