/**
 * XML escapes by character; each caller selects the characters that its place must escape. White space is escaped by number, because an XML reader
 * turns it into spaces in an attribute.
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

/** HTML escapes by character, which every browser and every form of Markdown reads. */
export const HTML_ENTITIES: Readonly<Record<string, string>> = { ...XML_ENTITIES, "'": "&#39;" };
