import { SaxesParser } from "saxes";
import type { Characters } from "./characters.ts";
import { endTagFault, type Fault, instructionFault, markupFault, textFault, typeFault } from "./faults.ts";
import { isQName, type XmlVersion } from "./names.ts";
import { Namespaces } from "./namespaces.ts";
import { type XmlAttribute, type XmlElement, XmlFault } from "./types.ts";

/** Limits of reading an XML document: the most nested elements, the most tags, and whether a document type is allowed. */
export interface XmlLimits {
  readonly depth: number;
  readonly tags: number;
  /** True: a <!DOCTYPE> without own declarations is ignored; the DTD file that it names is not read. False: every <!DOCTYPE> is refused. */
  readonly plainType: boolean;
}

/** The most attributes of an element, as in Java's parser (jdk.xml.elementAttributeLimit). */
const MOST_ATTRIBUTES = 10_000;

interface OpenElement extends XmlElement {
  end: number;
  text: string;
  readonly children: XmlElement[];
  /** The namespace prefixes that the element declares, for `Namespaces.leave`. */
  readonly declared: readonly string[];
}

const isSpace = (character: string | undefined): boolean => character !== undefined && " \t\r\n".includes(character);

/**
 * A builder of the tree of an XML document from the events of saxes (an XML parser) and their positions.
 * It checks the rules in which Java's parser differs from saxes: names according to the first four editions of XML 1.0, colons in names,
 * and the text after the name of a processing instruction.
 */
class Tree {
  readonly #parser: SaxesParser;
  readonly #namespaces: Namespaces;
  readonly #open: OpenElement[] = [];
  #root: XmlElement | null = null;
  #attributes = new Map<string, XmlAttribute>();
  #tags = 0;
  /** The index in the text after the last tag, comment or other markup: the markup that saxes now reports begins at the next "<". */
  #behind = 0;

  constructor(
    private readonly characters: Characters,
    private readonly version: XmlVersion,
    private readonly limits: XmlLimits,
  ) {
    this.#namespaces = new Namespaces(version);
    const parser = new SaxesParser({ position: false, defaultXMLVersion: version, forceXMLVersion: true });
    parser.on("attribute", ({ name, value }) => this.#attribute(name, value));
    parser.on("opentag", ({ name }) => this.#openTag(name));
    parser.on("closetag", ({ isSelfClosing }) => this.#closeTag(isSelfClosing));
    parser.on("text", (text) => this.#text(text));
    parser.on("cdata", (text) => {
      this.#text(text);
      this.#behind = this.#at;
    });
    parser.on("comment", () => this.#comment());
    parser.on("processinginstruction", () => this.#proven(instructionFault(characters.text, this.#start, version)));
    parser.on("doctype", () => this.#proven(typeFault(characters.text, this.#start, limits.plainType)));
    parser.on("error", ({ message }) => this.#refuse(this.#faultOf(message)));
    this.#parser = parser;
  }

  read(): XmlElement {
    this.#parser.write(" "); // after a space, saxes accepts no XML declaration and no byte order mark
    this.#parser.write(this.characters.text);
    this.#parser.on("error", () => this.#refuse(this.#faultAtEnd()));
    this.#parser.close();
    return this.#root ?? this.#refuse(this.#faultAtEnd());
  }

  /** The index in the text after the characters that saxes has read; the space that `read` writes first does not count. */
  get #at(): number {
    return this.#parser.position - 1;
  }

  get #start(): number {
    return this.characters.text.indexOf("<", this.#behind);
  }

  #refuse({ message, at, kind }: Fault): never {
    throw new XmlFault(message, this.characters.byteOf(at), kind);
  }

  /** Throws XmlFault if there is a fault of the markup that saxes now reports; otherwise marks this markup as read. */
  #proven(fault: Fault | null): void {
    if (fault) this.#refuse(fault);
    this.#behind = this.#at;
  }

  #attribute(name: string, value: string): void {
    const { text, byteOf } = this.characters;
    const end = this.#at - 1;
    const from = text.lastIndexOf(text[end] as string, end - 1) + 1;
    let at = from - 2;
    while (isSpace(text[at])) at--;
    at--; // moves before the "="
    while (isSpace(text[at])) at--;
    at -= name.length - 1;
    if (!isQName(name, this.version)) this.#refuse({ message: `'${name}' is not a name for an attribute`, at });
    if (this.#attributes.has(name)) this.#refuse(markupFault(text, this.#start, null, this.version) ?? this.#unknown(at));
    if (this.#attributes.size === MOST_ATTRIBUTES) this.#refuse({ message: "more than 10,000 attributes in an element", at });
    this.#attributes.set(name, { name, start: byteOf(at), valueStart: byteOf(from), valueEnd: byteOf(end), value });
  }

  #openTag(name: string): void {
    const { byteOf } = this.characters;
    const at = this.#start;
    if (!isQName(name, this.version)) this.#refuse({ message: `'${name}' is not a name for an element`, at: at + 1 });
    const start = byteOf(at);
    const attributes = [...this.#attributes.values()];
    this.#attributes = new Map();
    const declared = this.#namespaces.enter(attributes);
    const namespace = this.#namespaces.check(name, start, attributes);
    const openEnd = byteOf(this.#at);
    const element = { name, namespace, start, openEnd, end: openEnd, attributes, children: [], text: "", declared };
    this.#open.at(-1)?.children.push(element);
    this.#root ??= element;
    this.#open.push(element);
    this.#count(at);
    this.#behind = this.#at;
  }

  #closeTag(isSelfClosing: boolean): void {
    const element = this.#open.at(-1) as OpenElement;
    if (!isSelfClosing) {
      this.#count(this.#start);
      this.#proven(endTagFault(this.characters.text, this.#start, element.name, this.version));
    }
    this.#open.pop();
    element.end = this.characters.byteOf(this.#at);
    this.#namespaces.leave(element.declared);
  }

  #count(at: number): void {
    const { depth, tags } = this.limits;
    if (++this.#tags > tags) this.#refuse({ message: `it has more than ${tags} tags`, at, kind: "limit" });
    if (this.#open.length > depth) this.#refuse({ message: `its elements are nested deeper than ${depth}`, at, kind: "limit" });
  }

  #text(text: string): void {
    const element = this.#open.at(-1);
    if (element) element.text += text;
  }

  /** Handles an XML comment, which saxes reports before it reads the ">" at the end; refuses "--" inside the comment. */
  #comment(): void {
    const at = this.#at;
    if (this.characters.text[at] !== ">") this.#refuse({ message: "'--' inside a comment: XML does not allow it", at: at - 2 });
    this.#behind = at + 1;
  }

  /** Returns the fault, in Tierwright's words and with its exact index, for an error that saxes reports. */
  #faultOf(said: string): Fault {
    const { text } = this.characters;
    const at = this.#at - 1;
    if (said === "disallowed character." && text[at] !== "<") return forbidden(text, at);
    const start = this.#start;
    return this.#textFault() ?? (start < 0 ? null : this.#markupFault(start)) ?? this.#unknown(Math.max(at, 0));
  }

  #faultAtEnd(): Fault {
    const unclosed = this.#open.at(-1);
    const start = this.#start;
    const fault = this.#textFault() ?? (start < 0 ? null : this.#markupFault(start));
    if (fault) return fault;
    if (unclosed) throw new XmlFault(`the element <${unclosed.name}> is never closed`, unclosed.start);
    return { message: "there is no element at all", at: this.characters.text.length };
  }

  /** Returns the fault of the text between the last markup and the next "<"; null if it has none. */
  #textFault(): Fault | null {
    const { text } = this.characters;
    const start = this.#start;
    const to = start < 0 ? text.length : start;
    if (this.#open.length > 0) return textFault(text, this.#behind, to, this.version);
    const at = text.slice(this.#behind, to).search(/[^ \t\r\n]/);
    return at < 0 ? null : { message: "text outside the outermost element", at: this.#behind + at };
  }

  #markupFault(start: number): Fault | null {
    const { text } = this.characters;
    const fault = markupFault(text, start, this.#open.at(-1)?.name ?? null, this.version);
    if (fault || !this.#root || this.#open.length > 0) return fault;
    return { message: `a second outermost element <${/^<([^\s/>]*)/.exec(text.slice(start, start + 1000))?.[1]}>`, at: start };
  }

  #unknown(at: number): Fault {
    return { message: "XML does not allow this here", at };
  }
}

function forbidden(text: string, at: number): Fault {
  const code = text.charCodeAt(at);
  if (code >= 0xfffe) return { message: "a character that XML does not allow (U+FFFE or U+FFFF)", at };
  const hex = code.toString(16).toUpperCase().padStart(2, "0");
  return { message: `the control character U+00${hex}, which XML does not allow`, at };
}

/** Returns the root element of an XML document. Throws XmlFault if it is not well-formed. Does not recurse, so that any depth is safe. */
export const readTree = (characters: Characters, version: XmlVersion, limits: XmlLimits): XmlElement =>
  new Tree(characters, version, limits).read();
