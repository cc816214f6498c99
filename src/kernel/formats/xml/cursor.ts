import { isName, isQName, type XmlVersion } from "./names.ts";
import { XmlFault } from "./types.ts";

const SPACE = /[ \t\r\n]*/y;
const WORD = /[^ \t\r\n<>/='"&;?!()[\]%,|*+#]*/y;

/** A place in a text, and the few things that every part of XML grammar reads there. All errors are XmlFault. */
export class Cursor {
  constructor(
    readonly text: string,
    public pos: number,
    /** Characters of a piece of `text`. */
    readonly decode: (piece: string) => string,
    readonly version: XmlVersion,
  ) {}

  at(word: string): boolean {
    return this.text.startsWith(word, this.pos);
  }

  /** Skips white space; true when there was some. */
  space(): boolean {
    SPACE.lastIndex = this.pos;
    SPACE.exec(this.text);
    const moved = SPACE.lastIndex > this.pos;
    this.pos = SPACE.lastIndex;
    return moved;
  }

  needSpace(where: string): void {
    if (!this.space()) throw new XmlFault(`white space is expected ${where}`, this.pos);
  }

  expect(word: string, where: string): void {
    if (!this.at(word)) throw new XmlFault(`'${word}' is expected ${where}`, this.pos);
    this.pos += word.length;
  }

  /** The name of an element or attribute; `plain`: any other name, where colons mean nothing. */
  name(what: string, plain = false): string {
    WORD.lastIndex = this.pos;
    const word = this.decode((WORD.exec(this.text) as RegExpExecArray)[0]);
    const good = plain ? isName(word, this.version) : isQName(word, this.version);
    if (!good)
      throw new XmlFault(word === "" ? `the name of ${what} is missing` : `'${word}' is not a name for ${what}`, this.pos);
    this.pos = WORD.lastIndex;
    return word;
  }

  /** A quoted literal; leaves the cursor after it and returns the range between the quotes. */
  literal(what: string): { start: number; end: number } {
    const quote = this.text[this.pos];
    if (quote !== '"' && quote !== "'") throw new XmlFault(`${what} must stand in quotes`, this.pos);
    const start = this.pos + 1;
    const end = this.text.indexOf(quote, start);
    if (end < 0) throw new XmlFault(`the quote of ${what} is never closed`, this.pos);
    this.pos = end + 1;
    return { start, end };
  }

  /** Goes after `word`; fails naming what was not closed. */
  past(word: string, what: string): number {
    const start = this.pos;
    const found = this.text.indexOf(word, this.pos);
    if (found < 0) throw new XmlFault(`${what} is never closed by '${word}'`, start);
    this.pos = found + word.length;
    return found;
  }

  /** A comment whose "<!--" is at the cursor. */
  comment(): void {
    const start = this.pos;
    this.pos += 4;
    const dashes = this.text.indexOf("--", this.pos);
    if (dashes < 0) throw new XmlFault("the comment is never closed by '-->'", start);
    if (this.text[dashes + 2] !== ">") throw new XmlFault("'--' inside a comment: XML does not allow it", dashes);
    this.pos = dashes + 3;
  }

  /** A processing instruction whose "<?" is at the cursor. */
  instruction(): void {
    const start = this.pos;
    this.pos += 2;
    const target = this.name("a processing instruction", true);
    if (target.toLowerCase() === "xml") {
      throw new XmlFault("an XML declaration may stand at the very start of the file only; nothing may come before it", start);
    }
    if (!this.at("?>")) this.needSpace("after the name of a processing instruction");
    this.past("?>", "the processing instruction");
  }
}
