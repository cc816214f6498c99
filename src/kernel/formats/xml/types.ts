/** An XML attribute with its place. Offsets are bytes of the file. */
export interface XmlAttribute {
  /** The name with its namespace prefix. */
  readonly name: string;
  readonly start: number;
  /** The offset after the opening quote of the value; `valueEnd` is the offset of the closing quote. */
  readonly valueStart: number;
  readonly valueEnd: number;
  /** The value as an XML parser reports it: references expanded, white space normalised. */
  readonly value: string;
}

/** An XML element with its range in bytes: from the "<" of its start tag to after the last ">" of its end tag. */
export interface XmlElement {
  /** The name with its namespace prefix. */
  readonly name: string;
  /** The URI of the element's namespace; null if it has none. */
  readonly namespace: string | null;
  readonly start: number;
  /** The offset after the ">" of the start tag. */
  readonly openEnd: number;
  readonly end: number;
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly XmlElement[];
  /** The text directly in the element, without that of its children, with CDATA sections included and references replaced. */
  readonly text: string;
}

export interface XmlProblem {
  readonly message: string;
  readonly offset: number;
  /**
   * The kind of reason why Tierwright does not read an XML file. form: it is not well-formed, or its encoding is not supported.
   * document-type: it has a <!DOCTYPE>, which other XML readers accept. limit: it exceeds `XmlLimits`.
   */
  readonly kind: "form" | "document-type" | "limit";
}

export interface XmlDocument {
  /** The root element; null if `problem` has the reason why the XML file is not read. */
  readonly root: XmlElement | null;
  readonly problem: XmlProblem | null;
}

/** The error for a problem of an XML file. It is thrown inside formats/xml only: `parseXml` returns it as an `XmlProblem`. */
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
