/** An XML attribute as it is written in the file. Offsets are bytes of the file (units of its ISO-8859-1 view). */
export interface XmlAttribute {
  /** The qualified name, decoded. */
  readonly name: string;
  readonly start: number;
  /** Offset after the opening quote; `valueEnd` is that of the closing quote. */
  readonly valueStart: number;
  readonly valueEnd: number;
  /** The value as an XML parser reports it: references expanded, white space normalised. */
  readonly value: string;
}

/** An element with its range: from its "<" to after the ">" that ends it. */
export interface XmlElement {
  /** The qualified name, decoded. */
  readonly name: string;
  /** The URI of the element's namespace; null if it has none. */
  readonly namespace: string | null;
  readonly start: number;
  /** Offset after the ">" of the start tag. */
  readonly openEnd: number;
  readonly end: number;
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly XmlElement[];
  /** The character data directly in the element, including CDATA sections and references. */
  readonly text: string;
}

export interface XmlProblem {
  readonly message: string;
  readonly offset: number;
  /**
   * form: not well-formed, or not editable by bytes. document-type: refused because of a document type, which other readers accept. limit: larger
   * than `XmlLimits`.
   */
  readonly kind: "form" | "document-type" | "limit";
}

export interface XmlDocument {
  /** The root element; null if the text is not well-formed. */
  readonly root: XmlElement | null;
  readonly problem: XmlProblem | null;
}

/** Thrown inside the reader only; `parseXml` returns it as an `XmlProblem`. */
export class XmlFault extends Error {
  override readonly name = "XmlFault";
  constructor(
    message: string,
    readonly offset: number,
    readonly kind: XmlProblem["kind"] = "form",
  ) {
    super(message);
  }
}
