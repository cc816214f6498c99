/**
 * A conversion of byte offsets into columns in characters.
 * A file can be one line of megabytes with a finding at every element, so it caches the column of each offset, and decodes only the bytes after
 * the nearest one. Offsets are those of tokens, which begin at a character.
 */
export class Columns {
  readonly #text: string;
  readonly #decode: (piece: string) => string;
  #lineStart = -1;
  /** Offsets of one line with a known column, ascending. */
  #offsets: number[] = [];
  #columns: number[] = [];

  constructor(text: string, decode: (piece: string) => string) {
    this.#text = text;
    this.#decode = decode;
  }

  /** Returns the number of characters between the start of the line (after a byte order mark) and the offset. */
  before(lineStart: number, offset: number): number {
    if (lineStart !== this.#lineStart) {
      this.#lineStart = lineStart;
      const mark = lineStart === 0 && this.#text.startsWith("\xef\xbb\xbf") ? 3 : 0;
      this.#offsets = [lineStart + mark];
      this.#columns = [0];
    }
    const near = this.#nearest(offset);
    const from = this.#offsets[near] ?? offset;
    const column = (this.#columns[near] ?? 0) + this.#decode(this.#text.slice(from, offset)).length;
    if (near === this.#offsets.length - 1 && offset > from) {
      this.#offsets.push(offset);
      this.#columns.push(column);
    }
    return column;
  }

  /** Returns the index of the last cached offset that is not after this one. */
  #nearest(offset: number): number {
    let low = 0;
    let high = this.#offsets.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#offsets[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
