/** A text as it reads once a way of writing was undone; every unit knows where in the text it comes from. */
export interface View {
  readonly text: string;
  /** Where its units come from. null: it is the original, or nobody asks. */
  readonly origin: Origin | null;
}

/** Stretches of units that follow one another in a view and in the text of which it was made; the last one begins at its end. */
interface Origin {
  readonly of: View;
  readonly begins: readonly number[];
  /** Where each of them begins in that text. */
  readonly places: readonly number[];
}

/** Where a unit of a view begins in the original. */
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

/** What was read, and where each part of it began. */
export class Written {
  readonly #pieces: string[] = [];
  readonly #begins: number[] = [];
  readonly #places: number[] = [];
  #length = 0;
  /** Where the text begins that was not taken over yet. */
  #rest = 0;
  /** Where the escape begins that is read. */
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

  /** Goes on after the escape. */
  end(at: number): void {
    this.#copyUpTo(this.#escape);
    this.#rest = at;
  }

  /** Takes over what stands before a place as it is. */
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

/** Where a part of a view stands in the original. */
export const inOriginal = (view: View, from: number, to: number): readonly [number, number] => [
  placeOf(view, from),
  placeOf(view, to),
];

/** Signs of equality that may follow a run of base64, and the sign after them. */
const AFTER_RUN = 3;

/** Returns whether a run of base64 stands in the original as it does in the view, with the same characters around it. */
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
