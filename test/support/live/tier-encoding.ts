import { answer, type LiveAnswer } from "./live.ts";

/**
 * How a document is written: as its own declaration says, with a byte order mark, or as the header alone says; or in another way than the
 * header says, which the bytes may or may not show.
 */
export type Encoding =
  | "utf-8"
  | "utf-8-bom"
  | "iso-8859-1"
  | "iso-8859-1-header"
  | "utf-16le"
  | "utf-16be"
  | "utf-16le-header"
  | "utf-8-called-iso-8859-1"
  | "iso-8859-1-called-utf-8"
  | "unknown";

const TYPE = "application/xml";
const declaring = (xml: string, encoding: string): string =>
  `<?xml version="1.0" encoding="${encoding}"?>\n${xml.replace(/^<\?xml[^>]*>\s*/, "")}`;

/** Type and bytes of a document that declares itself UTF-8, or nothing. */
function written(xml: string, encoding: Encoding): readonly [type: string, body: Buffer] {
  switch (encoding) {
    case "utf-8":
      return [`${TYPE};charset=UTF-8`, Buffer.from(xml)];
    case "utf-8-bom":
      return [`${TYPE};charset=UTF-8`, Buffer.from(`\ufeff${xml}`)];
    case "iso-8859-1":
      return [TYPE, Buffer.from(declaring(xml, "ISO-8859-1"), "latin1")];
    case "iso-8859-1-header":
      return [`${TYPE}; charset="ISO-8859-1"`, Buffer.from(xml, "latin1")];
    case "utf-16le":
      return [TYPE, Buffer.from(`\ufeff${declaring(xml, "UTF-16")}`, "utf16le")];
    case "utf-16be":
      return [TYPE, Buffer.from(`\ufeff${declaring(xml, "UTF-16")}`, "utf16le").swap16()];
    case "utf-16le-header":
      return [`${TYPE}; charset=utf-16le`, Buffer.from(declaring(xml, "UTF-16"), "utf16le")];
    case "utf-8-called-iso-8859-1":
      return [`${TYPE};charset=ISO-8859-1`, Buffer.from(xml)];
    case "iso-8859-1-called-utf-8":
      return [`${TYPE};charset=UTF-8`, Buffer.from(declaring(xml, "ISO-8859-1"), "latin1")];
    case "unknown":
      return [`${TYPE}; charset=x-of-nobody`, Buffer.from(xml)];
  }
}

export function encoded(xml: string, encoding: Encoding, status: number, headers: LiveAnswer["headers"]): LiveAnswer {
  const [type, body] = written(xml, encoding);
  return answer(status, type, body, headers);
}
