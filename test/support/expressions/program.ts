import { type AST, RegExpParser } from "@eslint-community/regexpp";

/** Operations of a program; the backtracking engines of V8 and .NET do the same, one after the other. */
export const OP = { char: 0, split: 1, jump: 2, match: 3, assert: 4, look: 5, save: 6, back: 7, mark: 8, moved: 9 } as const;

/** A bound above this one counts as no bound. */
export const WIDE = 300;
/** The copies that a program may consist of; a pattern that is larger is refused in words. */
const LARGEST = 40_000;

export interface Flags {
  readonly global: boolean;
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  readonly dotAll: boolean;
  readonly sticky: boolean;
  readonly unicode: boolean;
  readonly unicodeSets: boolean;
}

export type Atom = AST.Character | AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass;

/** A regular expression as instructions of a backtracking machine. */
export interface Program {
  readonly pattern: AST.Pattern;
  readonly flags: Flags;
  /** Three numbers for each instruction: operation, first and second operand. */
  readonly code: Int32Array;
  /** The atoms that `char` instructions name by number. */
  readonly atoms: readonly Atom[];
  readonly registers: number;
  /** The longest run that the bounded quantifiers allow: a text has to be longer before its growth says anything. */
  readonly bound: number;
}

/** Returns whether a node can match without a character. */
export function canBeEmpty(node: AST.Element | AST.Alternative): boolean {
  switch (node.type) {
    case "Alternative":
      return node.elements.every(canBeEmpty);
    case "Group":
    case "CapturingGroup":
      return node.alternatives.some(canBeEmpty);
    case "Quantifier":
      return node.min === 0 || canBeEmpty(node.element);
    case "Assertion":
    case "Backreference":
      return true;
    default:
      return false;
  }
}

/** Returns a quantifier's upper bound, with the wide ones as infinite. */
export const upperBound = ({ max }: AST.Quantifier): number => (max > WIDE ? Number.POSITIVE_INFINITY : max);

/** Returns how long the bounded repetitions of a node can get. */
function boundOf(node: AST.Element | AST.Alternative | AST.Pattern): number {
  switch (node.type) {
    case "Pattern":
    case "Group":
    case "CapturingGroup":
      return Math.max(...node.alternatives.map(boundOf));
    case "Assertion":
      return node.kind === "lookahead" || node.kind === "lookbehind" ? Math.max(...node.alternatives.map(boundOf)) : 0;
    case "Alternative":
      return node.elements.map(boundOf).reduce((sum, next) => sum + next, 0);
    case "Quantifier": {
      const max = upperBound(node);
      return Math.max(1, boundOf(node.element)) * (Number.isFinite(max) ? max : Math.max(1, node.min));
    }
    default:
      return 0;
  }
}

/** Compiles a regular expression, with its flags, into a program. */
export function compile(source: string, flags: string): Program {
  const parser = new RegExpParser({ ecmaVersion: 2025 });
  const parsed = parser.parseFlags(flags);
  const pattern = parser.parsePattern(source, 0, source.length, { unicode: parsed.unicode, unicodeSets: parsed.unicodeSets });
  const compiler = new Compiler(parsed);
  compiler.alternatives(pattern.alternatives, false);
  compiler.emit(OP.match, 0, 0);
  return {
    pattern,
    flags: parsed,
    code: Int32Array.from(compiler.code),
    atoms: compiler.atoms,
    registers: compiler.registers,
    bound: boundOf(pattern),
  };
}

/** What `assert` tests, by number. */
export const ASSERT = { start: 0, end: 1, startOfLine: 2, endOfLine: 3, word: 4, notWord: 5 } as const;

class Compiler {
  readonly code: number[] = [];
  readonly atoms: Atom[] = [];
  /** Registers 2n and 2n+1 are the n-th group's; loops take theirs above. */
  registers = 200;
  readonly #numbers = new Map<string, number>();
  readonly #groups = new Map<AST.CapturingGroup, number>();
  readonly #flags: Flags;

  constructor(flags: Flags) {
    this.#flags = flags;
  }

  emit(op: number, a: number, b: number): number {
    if (this.code.length > LARGEST * 3) throw new Error("the pattern's bounds multiply to more than can be tried");
    this.code.push(op, a, b);
    return this.code.length / 3 - 1;
  }

  get #here(): number {
    return this.code.length / 3;
  }

  #set(at: number, operand: 1 | 2, value: number): void {
    this.code[at * 3 + operand] = value;
  }

  alternatives(alternatives: readonly AST.Alternative[], backward: boolean): void {
    const ends: number[] = [];
    alternatives.forEach((alternative, i) => {
      const last = i === alternatives.length - 1;
      const split = last ? -1 : this.emit(OP.split, this.#here + 1, 0);
      const elements = backward ? [...alternative.elements].reverse() : alternative.elements;
      for (const element of elements) this.#element(element, backward);
      if (last) return;
      ends.push(this.emit(OP.jump, 0, 0));
      this.#set(split, 2, this.#here);
    });
    for (const end of ends) this.#set(end, 1, this.#here);
  }

  #element(node: AST.Element, backward: boolean): void {
    switch (node.type) {
      case "Group":
        this.alternatives(node.alternatives, backward);
        return;
      case "CapturingGroup": {
        const group = this.#group(node);
        this.emit(OP.save, group * 2 + (backward ? 1 : 0), 0);
        this.alternatives(node.alternatives, backward);
        this.emit(OP.save, group * 2 + (backward ? 0 : 1), 0);
        return;
      }
      case "Quantifier":
        this.#quantifier(node, backward);
        return;
      case "Assertion":
        this.#assertion(node);
        return;
      case "Backreference": {
        const target = Array.isArray(node.resolved) ? node.resolved[0] : node.resolved;
        this.emit(OP.back, this.#group(target as AST.CapturingGroup), backward ? 1 : 0);
        return;
      }
      default:
        this.emit(OP.char, this.#atom(node as Atom), backward ? 1 : 0);
    }
  }

  #group(node: AST.CapturingGroup): number {
    const number = this.#groups.get(node) ?? this.#groups.size;
    this.#groups.set(node, number);
    return number;
  }

  #atom(node: Atom): number {
    const number = this.#numbers.get(node.raw) ?? this.atoms.push(node) - 1;
    this.#numbers.set(node.raw, number);
    return number;
  }

  #assertion(node: AST.Assertion): void {
    if (node.kind === "lookahead" || node.kind === "lookbehind") {
      const look = this.emit(OP.look, node.negate ? 1 : 0, 0);
      this.alternatives(node.alternatives, node.kind === "lookbehind");
      this.emit(OP.match, 0, 0);
      this.#set(look, 2, this.#here);
    } else if (node.kind === "word") this.emit(OP.assert, node.negate ? ASSERT.notWord : ASSERT.word, 0);
    else if (node.kind === "start") this.emit(OP.assert, this.#flags.multiline ? ASSERT.startOfLine : ASSERT.start, 0);
    else this.emit(OP.assert, this.#flags.multiline ? ASSERT.endOfLine : ASSERT.end, 0);
  }

  #quantifier(node: AST.Quantifier, backward: boolean): void {
    for (let i = 0; i < node.min; i++) this.#element(node.element, backward);
    const max = upperBound(node);
    const split = (): number => this.emit(OP.split, 0, 0);
    const enter = (at: number, leave: number): void => {
      this.#set(at, node.greedy ? 1 : 2, at + 1);
      this.#set(at, node.greedy ? 2 : 1, leave);
    };
    if (Number.isFinite(max)) {
      const splits: number[] = [];
      for (let i = node.min; i < max; i++) {
        splits.push(split());
        this.#element(node.element, backward);
      }
      for (const at of splits) enter(at, this.#here);
      return;
    }
    const at = split();
    const register = canBeEmpty(node.element) ? this.registers++ : -1;
    if (register >= 0) this.emit(OP.mark, register, 0);
    this.#element(node.element, backward);
    if (register >= 0) this.emit(OP.moved, register, 0);
    this.emit(OP.jump, at, 0);
    enter(at, this.#here);
  }
}
