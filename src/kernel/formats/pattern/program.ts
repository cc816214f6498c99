/**
 * The pattern of versionFrom as steps. It is a language that JavaScript's and .NET's expressions read alike (ECMA-262, 22.2; .NET regular
 * expression language), without what cannot be matched in bounded time: no look-around, no references back.
 */
export type Step =
  | { readonly kind: "char"; readonly takes: (c: string) => boolean }
  | { readonly kind: "start" }
  | { readonly kind: "end" }
  | { readonly kind: "match" }
  | { readonly kind: "save"; readonly slot: number }
  /** Tries `first`, then `second`. */
  | { readonly kind: "split"; first: number; second: number }
  | { readonly kind: "jump"; to: number };

/** Characters of a pattern, steps it may become, repetitions that a count may ask for. */
export const PATTERN_LIMITS = { length: 500, steps: 2_000, count: 100 } as const;

export class PatternFault extends Error {
  override readonly name = "PatternFault";
}

const CLASSES: Readonly<Record<string, (c: string) => boolean>> = {
  d: (c) => /[0-9]/.test(c),
  D: (c) => !/[0-9]/.test(c),
  w: (c) => /\w/.test(c),
  W: (c) => !/\w/.test(c),
  s: (c) => /\s/.test(c),
  S: (c) => !/\s/.test(c),
};

const CONTROLS: Readonly<Record<string, string>> = { t: "\t", n: "\n", r: "\r", f: "\f", v: "\v" };

type Piece = readonly Step[];

/** Moves the targets of steps that are put `by` places further. */
function moved(piece: Piece, by: number): Step[] {
  return piece.map((step) =>
    step.kind === "split"
      ? { ...step, first: step.first + by, second: step.second + by }
      : step.kind === "jump"
        ? { ...step, to: step.to + by }
        : step,
  );
}

function joined(pieces: readonly Piece[]): Piece {
  const steps: Step[] = [];
  for (const piece of pieces) {
    for (const step of moved(piece, steps.length)) steps.push(step);
    if (steps.length > PATTERN_LIMITS.steps) throw new PatternFault("asks for too many repetitions");
  }
  return steps;
}

const choice = (first: number, second: number, lazy: boolean): Step =>
  lazy ? { kind: "split", first: second, second: first } : { kind: "split", first, second };

const optional = (piece: Piece, lazy: boolean): Piece => joined([[choice(1, piece.length + 1, lazy)], piece]);

function star(piece: Piece, lazy: boolean): Piece {
  return joined([[choice(1, piece.length + 2, lazy)], piece, [{ kind: "jump", to: -piece.length - 1 }]]);
}

/** Reads a pattern into steps. */
class Reader {
  #at = 0;
  #groups = 0;
  #depth = 0;

  constructor(private readonly text: string) {}

  program(): { readonly steps: Piece; readonly groups: number } {
    const body = this.#alternatives();
    if (this.#at < this.text.length) throw new PatternFault("closes a group that is not open");
    return { steps: joined([body, [{ kind: "match" }]]), groups: this.#groups };
  }

  #alternatives(): Piece {
    if (++this.#depth > 20) throw new PatternFault("has groups in groups more than 20 deep");
    let found = this.#sequence();
    while (this.text[this.#at] === "|") {
      this.#at++;
      const other = this.#sequence();
      found = joined([[choice(1, found.length + 2, false)], found, [{ kind: "jump", to: other.length + 1 }], other]);
    }
    this.#depth--;
    return found;
  }

  #sequence(): Piece {
    const pieces: Piece[] = [];
    while (this.#at < this.text.length && !/[|)]/.test(this.text[this.#at] ?? "")) pieces.push(this.#repeated(this.#atom()));
    return joined(pieces);
  }

  #repeated(piece: Piece): Piece {
    const sign = /^(?:[*+?]|\{(\d{1,4})(,?)(\d{0,4})\})/.exec(this.text.slice(this.#at, this.#at + 12));
    if (!sign) return piece;
    this.#at += sign[0].length;
    const lazy = this.text[this.#at] === "?";
    if (lazy) this.#at++;
    if (/^[*+?{]/.test(this.text.slice(this.#at))) throw new PatternFault("repeats a repetition");
    if (sign[0] === "*") return star(piece, lazy);
    if (sign[0] === "+") return joined([piece, star(piece, lazy)]);
    if (sign[0] === "?") return optional(piece, lazy);
    const least = Number(sign[1]);
    const most = sign[2] === "" ? least : sign[3] === "" ? null : Number(sign[3]);
    if (Math.max(least, most ?? 0) > PATTERN_LIMITS.count)
      throw new PatternFault(`repeats more than ${PATTERN_LIMITS.count} times`);
    if (most !== null && most < least) throw new PatternFault("repeats at most fewer times than at least");
    let rest: Piece = most === null ? star(piece, lazy) : [];
    for (let i = least; most !== null && i < most; i++) rest = optional(joined([piece, rest]), lazy);
    return joined([...Array<Piece>(least).fill(piece), rest]);
  }

  #atom(): Piece {
    const c = this.text[this.#at++] ?? "";
    if (c === "(") return this.#group();
    if (c === "^") return [{ kind: "start" }];
    if (c === "$") return [{ kind: "end" }];
    if (c === ".") return [{ kind: "char", takes: (one) => one !== "\n" && one !== "\r" }];
    if (c === "[") return [{ kind: "char", takes: this.#class() }];
    if (c === "\\") return [{ kind: "char", takes: this.#escape(false) }];
    if (/[*+?{]/.test(c)) throw new PatternFault(`has '${c}' with nothing before it to repeat`);
    return [{ kind: "char", takes: (one) => one === c }];
  }

  #group(): Piece {
    let slot: number | null = null;
    if (this.text.startsWith("?:", this.#at)) this.#at += 2;
    else if (this.text[this.#at] === "?") throw new PatternFault("uses '(?', of which only '(?:' is read");
    else slot = this.#groups++;
    const body = this.#alternatives();
    if (this.text[this.#at++] !== ")") throw new PatternFault("has a group that is not closed");
    // only the first group is asked for
    return slot === 0 ? joined([[{ kind: "save", slot: 0 }], body, [{ kind: "save", slot: 1 }]]) : body;
  }

  #escape(inClass: boolean): (c: string) => boolean {
    const c = this.text[this.#at++];
    if (c === undefined) throw new PatternFault("ends with a backslash");
    const known = CLASSES[c];
    if (known) return known;
    const hex = /^(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4}))/.exec(this.text.slice(this.#at - 1, this.#at + 4));
    if (hex) {
      this.#at += hex[0].length - 1;
      const wanted = String.fromCharCode(Number.parseInt(hex[1] ?? hex[2] ?? "", 16));
      return (one) => one === wanted;
    }
    const wanted = CONTROLS[c] ?? c;
    if (wanted === c && /[0-9A-Za-z]/.test(c))
      throw new PatternFault(
        `uses '\\${c}'${/[1-9]/.test(c) ? ", a reference back" : inClass ? " in a class" : ""}, which is not read`,
      );
    return (one) => one === wanted;
  }

  #class(): (c: string) => boolean {
    const negated = this.text[this.#at] === "^";
    if (negated) this.#at++;
    const tests: ((c: string) => boolean)[] = [];
    while (this.text[this.#at] !== "]" || tests.length === 0) {
      const c = this.text[this.#at++];
      if (c === undefined) throw new PatternFault("has a class '[' that is not closed");
      if (c === "[" && tests.length > 0 && this.text[this.#at - 2] === "-")
        throw new PatternFault("takes a class out of a class");
      const to = /^-([^\]\\[])/.exec(this.text.slice(this.#at, this.#at + 2))?.[1];
      if (c === "\\") tests.push(this.#escape(true));
      if (c === "\\" ? /^-[^\]]/s.test(this.text.slice(this.#at, this.#at + 2)) : this.text.startsWith("-\\", this.#at))
        // JavaScript and .NET do not agree on these
        throw new PatternFault("has a range with an escape in a class: put '-' last in it where it is meant as itself");
      if (c === "\\") continue;
      if (to !== undefined) {
        this.#at += 2;
        if (to < c) throw new PatternFault(`has the range ${c}-${to}, which runs backwards`);
        tests.push((one) => one >= c && one <= to);
      } else tests.push((one) => one === c);
    }
    this.#at++;
    return (c) => tests.some((test) => test(c)) !== negated;
  }
}

/** Steps of a pattern; throws PatternFault with words that go on after "the pattern". */
export function programOf(text: string): Piece {
  if (text.length > PATTERN_LIMITS.length)
    throw new PatternFault(`has ${text.length} characters, at most ${PATTERN_LIMITS.length} are read`);
  const { steps, groups } = new Reader(text).program();
  if (groups === 0) throw new PatternFault("has no group '( )' around what is wanted");
  return steps;
}
