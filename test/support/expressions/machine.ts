import { ASSERT, OP, type Program } from "./program.ts";

// by names of this module: a test's imports are looked up anew at each use, and this is counted in hundreds of millions
const {
  char: CHAR,
  split: SPLIT,
  jump: JUMP,
  match: MATCH,
  assert: HOLDS,
  look: LOOK,
  save: SAVE,
  back: BACK,
  mark: MARK,
  moved: MOVED,
} = OP;
const { start: START, end: END, startOfLine: START_OF_LINE, endOfLine: END_OF_LINE, word: WORD } = ASSERT;

/** A program's atoms over a small alphabet: which of its letters each atom matches. */
export interface Alphabet {
  /** A character for each letter; characters that no atom tells apart are one letter. */
  readonly letters: readonly string[];
  readonly index: ReadonlyMap<string, number>;
  /** For each atom a row of as many bytes as there are letters. */
  readonly matches: readonly Uint8Array[];
  readonly word: Uint8Array;
  readonly lineEnd: Uint8Array;
}

/**
 * Counts the steps that a backtracking engine takes to find every match of a program in a text, and gives up above a limit. A sticky
 * expression is not searched for: it is tried where the last match ended.
 */
export class Machine {
  readonly #program: Program;
  readonly #alphabet: Alphabet;
  readonly #all: boolean;
  #stack = new Int32Array(1 << 12);
  #registers: Int32Array;
  #steps = 0;
  #limit = 0;

  /**
   * @param all Whether the caller looks for all matches (flag g, split), not for the first one alone.
   */
  constructor(program: Program, alphabet: Alphabet, all: boolean) {
    this.#program = program;
    this.#alphabet = alphabet;
    this.#all = all;
    this.#registers = new Int32Array(program.registers);
  }

  /** Returns the number of steps, or infinity above the limit. */
  count(text: Uint8Array, limit: number): number {
    this.#steps = 0;
    this.#limit = limit;
    const { sticky } = this.#program.flags;
    for (let start = 0; start <= text.length; ) {
      this.#registers.fill(-1);
      const end = this.#run(0, text, start, 0);
      if (this.#steps > limit) return Number.POSITIVE_INFINITY;
      if (end >= 0 ? !(this.#all || sticky) : sticky) break;
      start = end > start ? end : start + 1;
    }
    return this.#steps;
  }

  #push(top: number, a: number, b: number): number {
    if (top + 2 > this.#stack.length) {
      const larger = new Int32Array(this.#stack.length * 2);
      larger.set(this.#stack);
      this.#stack = larger;
    }
    this.#stack[top] = a;
    this.#stack[top + 1] = b;
    return top + 2;
  }

  /** Returns where the match of the program from an instruction on ends, or -1. Entries of the stack below `base` are not touched. */
  #run(from: number, text: Uint8Array, start: number, base: number): number {
    const { code } = this.#program;
    const { matches } = this.#alphabet;
    const registers = this.#registers;
    let pc = from;
    let at = start;
    let top = base;
    for (;;) {
      if (++this.#steps > this.#limit) return -1;
      const a = code[pc * 3 + 1] as number;
      const b = code[pc * 3 + 2] as number;
      let failed = false;
      switch (code[pc * 3]) {
        case CHAR: {
          const place = b ? at - 1 : at;
          if (place >= 0 && place < text.length && (matches[a] as Uint8Array)[text[place] as number]) {
            at += b ? -1 : 1;
            pc++;
          } else failed = true;
          break;
        }
        case SPLIT:
          top = this.#push(top, b, at);
          pc = a;
          break;
        case JUMP:
          pc = a;
          break;
        case MATCH:
          return at;
        case HOLDS:
          if (this.#holds(a, text, at)) pc++;
          else failed = true;
          break;
        case LOOK: {
          const found = this.#run(pc + 1, text, at, top) >= 0;
          if (this.#steps > this.#limit) return -1;
          if (found === (a === 0)) pc = b;
          else failed = true;
          break;
        }
        case SAVE:
        case MARK:
          top = this.#push(top, -1 - a, registers[a] as number);
          registers[a] = at;
          pc++;
          break;
        case MOVED:
          if (registers[a] === at) failed = true;
          else pc++;
          break;
        case BACK: {
          const length = this.#again(a, text, at, b === 1);
          if (length < 0) failed = true;
          else {
            at += b ? -length : length;
            pc++;
          }
          break;
        }
      }
      while (failed) {
        if (top === base) return -1;
        top -= 2;
        const to = this.#stack[top] as number;
        if (to < 0) registers[-1 - to] = this.#stack[top + 1] as number;
        else {
          pc = to;
          at = this.#stack[top + 1] as number;
          failed = false;
        }
      }
    }
  }

  #holds(assertion: number, text: Uint8Array, at: number): boolean {
    const { word, lineEnd } = this.#alphabet;
    const is = (set: Uint8Array, i: number): boolean => i >= 0 && i < text.length && set[text[i] as number] === 1;
    switch (assertion) {
      case START:
        return at === 0;
      case END:
        return at === text.length;
      case START_OF_LINE:
        return at === 0 || is(lineEnd, at - 1);
      case END_OF_LINE:
        return at === text.length || is(lineEnd, at);
      default:
        return (is(word, at - 1) !== is(word, at)) === (assertion === WORD);
    }
  }

  /** Returns the length of a group's text if it stands at a place once more, else -1; every compared letter is a step. */
  #again(group: number, text: Uint8Array, at: number, backward: boolean): number {
    const from = this.#registers[group * 2] as number;
    const to = this.#registers[group * 2 + 1] as number;
    if (from < 0 || to < 0) return 0;
    const length = to - from;
    const start = backward ? at - length : at;
    if (start < 0 || start + length > text.length) return -1;
    for (let i = 0; i < length; i++) {
      this.#steps++;
      if (text[from + i] !== text[start + i]) return -1;
    }
    return length;
  }
}
