/** Pattern of a byte order mark in front of a key: as it is, decoded with another code page, or escaped by a program. */
const SPELLED =
  /(?:\uFEFF|\u00EF\u00BB\u00BF|\\ufeff|\\u\{feff\}|\\x\{feff\}|\\u00ef\\u00bb\\u00bf|\\xef\\xbb\\xbf|\\357\\273\\277|%EF%BB%BF|&#(?:65279|xfeff);|<U\+FEFF>|<feff>)(?=([A-Za-z][\w.]{2,60}))/gi;
/** Pattern of a key of a settings file: a name in capitals or with dots, which a table column rarely has. */
const KEY = /^(?:[A-Z][A-Z\d]*(?:[_.][A-Za-z\d]+)+|URL|LicenseDir|TC[A-Z_]\w*|[a-z]\w*\.[\w.]+)/;
/** Pattern of characters before a quoted key in a message: quotes, brackets, a colon or an equals sign. */
const NAMED_BEFORE = /["'\u2018\u201C\u00AB`([{=:,][ \t]?$/;

/** Pattern of a hexadecimal dump with a byte order mark, a key's bytes, and an equals sign or colon. */
const DUMP = /\bef[ :]?bb[ :]?bf(?=[ :]?([4-7][\da-f](?:[ :]{0,2}[2-7][\da-f]){1,60}))/i;

/** Pattern of the output of the command `file` for a settings file that begins with a byte order mark. */
const FILE_SAYS = /\b[\w.-]{1,80}\.(?:properties|conf|ini|cfg)["']?: [^\n]{0,80}\bUTF-8[^\n]{0,20}\(with BOM\)/i;

/** Pattern of a name that only a setting has: capitals with an underscore. */
const SETTING = /(?<![\w.])[A-Z][A-Z\d]{0,20}_[A-Z\d_]{2,40}\b/g;

/** Returns whether a hexadecimal dump shows a byte order mark, a key directly behind it, and an equals sign. */
function dumpHasKey(text: string): boolean {
  const bytes = DUMP.exec(text)?.[1]?.replace(/[^\da-f]/gi, "");
  const shown = bytes === undefined ? "" : Buffer.from(bytes, "hex").toString("latin1");
  // the first row of a dump can end within a key, which the text may name elsewhere
  if (/^[A-Z][A-Z\d_]{1,60}$/.test(shown) && (text.match(SETTING) ?? []).some((name) => name.startsWith(shown))) return true;
  return /^[A-Za-z][\w.]{1,60}\s?[=:]/.test(shown) || (/^[\w.]{8,60}$/.test(shown) && KEY.test(shown));
}

/**
 * Returns how a text shows a key behind a byte order mark: `key` for the name of a setting, `name` for any name that a program quotes.
 * Returns null if it shows none.
 */
export function markedKeyIn(text: string): "key" | "name" | null {
  let name = false;
  for (const match of text.matchAll(SPELLED)) {
    if (KEY.test(match[1] as string)) return "key";
    name ||= NAMED_BEFORE.test(text.slice(0, match.index));
  }
  if (dumpHasKey(text) || FILE_SAYS.test(text)) return "key";
  return name ? "name" : null;
}

export const MARK_ANCHORS: readonly string[] = [
  "\uFEFF",
  "\u00EF\u00BB\u00BF",
  "\\ufeff",
  "\\u{feff}",
  "\\x{feff}",
  "\\u00ef\\u00bb",
  "\\xef\\xbb\\xbf",
  "\\357\\273\\277",
  "%EF%BB%BF",
  "&#65279;",
  "&#xfeff;",
  "<U+FEFF>",
  "<feff>",
  "ef bb bf",
  "ef:bb:bf",
  "efbb bf",
  "efbbbf",
  "(with BOM)",
];
