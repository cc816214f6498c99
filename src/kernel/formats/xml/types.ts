/** An attribute as it is spelt. Offsets are bytes of the file (units of its ISO-8859-1 view). */
export interface XmlAttribute {
  /** Qualified name, decoded. */
  readonly name: string;
  readonly start: number;
  /** Between the quotes. */
  readonly valueStart: number;
  readonly valueEnd: number;
  /** What a parser reports: references expanded, white space normalised. */
  readonly value: string;
}

/** An element with its range: from its "<" to after the ">" that ends it. */
export interface XmlElement {
  /** Qualified name, decoded. */
  readonly name: string;
  /** Namespace URI, or null. */
  readonly namespace: string | null;
  readonly start: number;
  /** After the ">" of the start tag. */
  readonly openEnd: number;
  readonly end: number;
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly XmlElement[];
  /** Character data directly inside, CDATA sections and references included. */
  readonly text: string;
}

export interface XmlProblem {
  readonly message: string;
  readonly offset: number;
  /** Not well-formed, or it cannot be edited by bytes; with a document type, which other readers take; more than is read. */
  readonly kind: "form" | "document-type" | "limit";
}

export interface XmlDocument {
  /** Null when the text is not well-formed. */
  readonly root: XmlElement | null;
  readonly problem: XmlProblem | null;
}

/** Thrown inside the reader only; `parseXml` turns it into an `XmlProblem`. */
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
