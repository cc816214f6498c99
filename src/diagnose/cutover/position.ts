/** A line and a column as editors count them, from 1; a column is a UTF-16 unit. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

const LF = 10;
const CR = 13;

/** Returns the length of a UTF-8 character by its first byte; 1 if the byte begins no character. */
const lengthOf = (lead: number): number =>
  lead >= 0xc2 && lead <= 0xdf ? 2 : lead >= 0xe0 && lead <= 0xef ? 3 : lead >= 0xf0 && lead <= 0xf4 ? 4 : 1;

const isContinued = (text: string, at: number, count: number): boolean => {
  for (let i = 1; i < count; i++) if ((text.charCodeAt(at + i) & 0xc0) !== 0x80) return false;
  return true;
};

/**
 * A counter of line and column for a text that arrives in pieces. Lines end at LF, CRLF or a lone CR, as in editors. Columns count UTF-16
 * units. In pieces of bytes, a UTF-8 character counts as its UTF-16 units, and a byte that belongs to no character as one.
 */
export class Counter {
  #line = 1;
  #column = 1;
  #begun = false;

  constructor(private readonly bytes: boolean) {}

  get position(): Position {
    return { line: this.#line, column: this.#column };
  }

  /**
   * Counts the lines and columns of a piece of the text. The byte or UTF-16 unit at `to` must be present except at the end of the file,
   * and the piece must not end within a character.
   */
  pass(text: string, from: number, to: number): void {
    let at = this.#begun ? from : this.#afterMark(text, from);
    this.#begun ||= to > from;
    while (at < to) {
      const unit = text.charCodeAt(at);
      if (unit === LF || (unit === CR && text.charCodeAt(at + 1) !== LF)) {
        this.#line++;
        this.#column = 1;
        at++;
      } else at += this.#character(text, at, unit);
    }
  }

  #character(text: string, at: number, unit: number): number {
    const length = this.bytes && unit >= 0x80 ? lengthOf(unit) : 1;
    const whole = length > 1 && isContinued(text, at, length);
    this.#column += whole && length === 4 ? 2 : 1;
    return whole ? length : 1;
  }

  /** Returns the offset after a byte order mark, which editors do not count as a column. */
  #afterMark(text: string, from: number): number {
    if (!this.bytes) return text.charCodeAt(from) === 0xfeff ? from + 1 : from;
    return text.startsWith("\xef\xbb\xbf", from) ? from + 3 : from;
  }
}
