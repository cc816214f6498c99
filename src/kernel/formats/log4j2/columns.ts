/**
 * A conversion of byte offsets in a log4j2.xml into columns, which count characters.
 * A file can be one line of megabytes with a finding at every element. So the class caches the column of each offset, and decodes only the
 * bytes between the nearest cached offset and the new one. Each offset must be at the first byte of a character.
 */
export class Columns {
  readonly #text: string;
  readonly #decode: (piece: string) => string;
  #lineStart = -1;
  /** The offsets in the current line whose columns (`#columns`) are cached, ascending. */
  #offsets: number[] = [];
  #columns: number[] = [];

  constructor(text: string, decode: (piece: string) => string) {
    this.#text = text;
    this.#decode = decode;
  }

  /** Returns the number of characters between the start of a line and an offset in it; a byte order mark does not count. */
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

  /** Returns the index in `#offsets` of the last cached offset that is not after `offset`. */
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
