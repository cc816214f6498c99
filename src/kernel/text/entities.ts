/**
 * XML escapes by character. Each caller escapes only the characters that must be escaped where it writes: in text or in an attribute. Tabs
 * and line breaks are escaped by number, because an XML reader turns unescaped ones in an attribute into spaces.
 */
export const XML_ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
};

/** HTML escapes by character, which every browser and every Markdown dialect reads; XML's `&apos;` is unknown to old HTML readers. */
export const HTML_ENTITIES: Readonly<Record<string, string>> = { ...XML_ENTITIES, "'": "&#39;" };
