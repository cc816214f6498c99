/** A text with one way of escaping undone; each of its characters (UTF-16 units) can be mapped to its offset in the source text. */
export interface View {
  readonly text: string;
  /** The mapping to the text that was unescaped; null for the original text, or if no mapping is needed. */
  readonly origin: Origin | null;
}

/**
 * The mapping of a view to the text that was unescaped, in stretches of consecutive characters; the last stretch begins at the view's end.
 */
interface Origin {
  readonly of: View;
  readonly begins: readonly number[];
  /** The offset in the source text at which each stretch of consecutive characters begins. */
  readonly places: readonly number[];
}

/** Returns the offset in the original text of a character of a view. */
function placeOf({ origin }: View, at: number): number {
  if (!origin) return at;
  const { of, begins, places } = origin;
  let [low, high] = [0, begins.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((begins[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return placeOf(of, (places[low] ?? 0) + at - (begins[low] ?? 0));
}

/** A view that is built piece by piece while the escapes of a text are read, with the offset of each piece in that text. */
export class Written {
  readonly #pieces: string[] = [];
  readonly #begins: number[] = [];
  readonly #places: number[] = [];
  #length = 0;
  /** Offset up to which the source text was copied or replaced. */
  #rest = 0;
  /** Offset of the escape that is being read. */
  #escape = 0;

  constructor(
    private readonly of: View,
    private readonly isMapped: boolean,
  ) {}

  begin(escape: number): void {
    this.#escape = escape;
  }

  put(unit: number, at: number): void {
    this.#copyUpTo(this.#escape);
    this.#add(String.fromCharCode(unit), at);
  }

  /** Ends the escape that is being read; the source text continues at `at`. */
  end(at: number): void {
    this.#copyUpTo(this.#escape);
    this.#rest = at;
  }

  /** Copies the source text up to `at` unchanged. */
  #copyUpTo(at: number): void {
    if (at <= this.#rest) return;
    this.#add(this.of.text.slice(this.#rest, at), this.#rest);
    this.#rest = at;
  }

  #add(piece: string, at: number): void {
    if (this.isMapped) {
      this.#begins.push(this.#length);
      this.#places.push(at);
    }
    this.#pieces.push(piece);
    this.#length += piece.length;
  }

  view(): View {
    this.#copyUpTo(this.of.text.length);
    const text = this.#pieces.join("");
    if (!this.isMapped) return { text, origin: null };
    this.#begins.push(text.length);
    this.#places.push(this.of.text.length);
    return { text, origin: { of: this.of, begins: this.#begins, places: this.#places } };
  }
}

/** Returns the range in the original text that a range of a view comes from. */
export const inOriginal = (view: View, from: number, to: number): readonly [number, number] => [
  placeOf(view, from),
  placeOf(view, to),
];

/** The number of characters after a base64 word that matter: its '=' padding, and the character after it. */
const AFTER_RUN = 3;

/** Returns whether a base64 word of a view is also in the original text, with equal characters around it. */
export function isInOriginal(original: string, view: View, from: number, to: number): boolean {
  const { text, origin } = view;
  if (!origin) return false;
  const first = Math.max(0, from - 1);
  const last = Math.min(text.length, to + AFTER_RUN);
  const begins = placeOf(view, first);
  if (placeOf(view, last) - begins !== last - first || (from === 0 && begins > 0)) return false;
  const isSame = (at: number): boolean => at >= text.length || original.charCodeAt(begins + at - first) === text.charCodeAt(at);
  return isSame(first) && isSame(to);
}
