/** The escapes of XML; the characters that a place has to escape are the place's own. White space by number: as it is, an attribute's reader takes it for a space. */
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

/** The escapes of HTML: every browser and every form of Markdown reads them. */
export const HTML_ENTITIES: Readonly<Record<string, string>> = { ...XML_ENTITIES, "'": "&#39;" };
