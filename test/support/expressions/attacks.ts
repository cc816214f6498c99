import { type AST, visitRegExpAST } from "@eslint-community/regexpp";
import { alphabetOf } from "./alphabet.ts";
import { type Alphabet, Machine } from "./machine.ts";
import { type Atom, compile, type Program, upperBound } from "./program.ts";

/** A text by its three parts, as letters of an alphabet: the middle one is repeated. */
interface Attack {
  readonly before: readonly number[];
  readonly pump: readonly number[];
  readonly after: readonly number[];
}

/** Steps for each character above which a count is looked at again with longer texts. */

const SUSPECT = 6;
/** Steps for each character that even a bounded pattern may not need: a text of a megabyte would take seconds. */
const MOST = 500;
/** How much faster than the text the steps may grow when it gets twice as long; 2 is linear, 4 is quadratic. */
const LINEAR = 2.4;
const SHORTEST = 26;

/** Returns the letters that one character of a pattern matches, those first that most other atoms match as well. */
function lettersOf(alphabet: Alphabet, atom: number): number[] {
  const weight = (letter: number): number => alphabet.matches.reduce((sum, row) => sum + (row[letter] as number), 0);
  return alphabet.letters
    .map((_, i) => i)
    .filter((i) => alphabet.matches[atom]?.[i] === 1)
    .sort((a, b) => weight(b) - weight(a));
}

/** Returns the atoms that a quantifier repeats: a run of anything else is not read twice. */
function repeatedAtoms({ pattern, atoms }: Program): readonly number[] {
  const raws = new Set<string>();
  const take = (node: { readonly raw: string }): void => {
    for (let at: AST.Node | null = node as AST.Node; at !== null; at = at.parent)
      if (at.type === "Quantifier" && at.max > 1) raws.add(node.raw);
  };
  visitRegExpAST(pattern, {
    onCharacterEnter: take,
    onCharacterSetEnter: take,
    onCharacterClassEnter: take,
    onExpressionCharacterClassEnter: take,
  });
  return atoms.flatMap(({ raw }, i) => (raws.has(raw) ? [i] : []));
}

/** Makes texts that match parts of a pattern. */
class Words {
  readonly #letters = new Map<string, number[]>();
  readonly #pick: number;

  /** @param pick Whether an atom becomes the letter that most atoms match (0) or the one that fewest do (1). */
  constructor(program: Program, alphabet: Alphabet, pick: 0 | 1) {
    this.#pick = pick;
    program.atoms.forEach((atom, i) => {
      this.#letters.set(atom.raw, lettersOf(alphabet, i));
    });
  }

  atom(node: Atom): number[] {
    const letters = this.#letters.get(node.raw) ?? [];
    const letter = this.#pick === 0 ? letters[0] : letters.at(-1);
    return letter === undefined ? [] : [letter];
  }

  /** Returns a short text that an alternative matches; what is optional is in it once if `full`. */
  alternative({ elements }: AST.Alternative, full: boolean): number[] {
    return elements.flatMap((element) => this.element(element, full));
  }

  element(node: AST.Element, full: boolean): number[] {
    switch (node.type) {
      case "Group":
      case "CapturingGroup":
        return node.alternatives
          .map((alternative) => this.alternative(alternative, full))
          .reduce((best, next) => (next.length < best.length && (next.length > 0 || !full) ? next : best));
      case "Quantifier": {
        const once = this.element(node.element, full);
        return Array.from({ length: Math.max(node.min, full ? 1 : 0) }, () => once).flat();
      }
      case "Assertion":
        return [];
      case "Backreference":
        return [];
      default:
        return this.atom(node as Atom);
    }
  }
}

/** A repetition without an upper bound, with what stands before and behind it on the way through the pattern. */
interface Loop {
  readonly node: AST.Quantifier;
  readonly before: readonly AST.Element[];
  readonly after: readonly AST.Element[];
}

function loopsOf(pattern: AST.Pattern): Loop[] {
  const loops: Loop[] = [];
  const walk = (
    alternatives: readonly AST.Alternative[],
    before: readonly AST.Element[],
    after: readonly AST.Element[],
  ): void => {
    for (const { elements } of alternatives)
      elements.forEach((element, i) => {
        const left = [...before, ...elements.slice(0, i)];
        const right = [...elements.slice(i + 1), ...after];
        let node: AST.Element = element;
        if (node.type === "Quantifier") {
          if (upperBound(node) === Number.POSITIVE_INFINITY) loops.push({ node, before: left, after: right });
          node = node.element;
        }
        if ("alternatives" in node) walk(node.alternatives, left, right);
      });
  };
  walk(pattern.alternatives, [], []);
  return loops;
}

/** Returns texts that a repetition's body matches, one for each of its ways. */
function bodies(node: AST.Element, words: Words): number[][] {
  if (node.type === "Group" || node.type === "CapturingGroup")
    return node.alternatives.flatMap((alternative) => [
      words.alternative(alternative, false),
      words.alternative(alternative, true),
    ]);
  return [words.element(node, false), words.element(node, true)];
}

/** Yields the texts to try a pattern with: every run that its own parts suggest, each with endings that nearly match. */
function* attacksOf(program: Program, alphabet: Alphabet): Generator<Attack> {
  const seen = new Set<string>();
  const repeated = repeatedAtoms(program);
  if (repeated.length === 0) return;
  const letters = alphabet.letters.map((_, i) => i);
  const runs = letters.filter((letter) => repeated.some((atom) => alphabet.matches[atom]?.[letter] === 1));
  const weights = letters.map((letter) => alphabet.matches.reduce((sum, row) => sum + (row[letter] as number), 0));
  // where an ending has to fail, a letter that few atoms match is the likeliest to do it
  const rare = letters.toSorted((x, y) => (weights[x] as number) - (weights[y] as number)).slice(0, 3);
  const least = rare[0] as number;
  const lineFeed = letters.find((i) => alphabet.lineEnd[i] === 1) as number;
  const fresh = function* (before: readonly number[], pump: readonly number[], after: readonly number[]): Generator<Attack> {
    const key = `${before}|${pump}|${after}`;
    if (pump.length === 0 || seen.has(key)) return;
    seen.add(key);
    yield { before, pump, after };
  };
  const endings: (readonly number[])[] = [[], ...rare.map((letter) => [letter]), [lineFeed]];
  // what stands before a run keeps an expression from taking all of it at its first try
  for (const letter of runs)
    for (const lead of [[], [rare[0] as number], [rare.at(-1) as number]])
      for (const ending of endings) yield* fresh(lead, [letter], ending);
  if (runs.length <= 7)
    for (const first of runs) for (const second of runs) for (const ending of endings) yield* fresh([], [first, second], ending);
  for (const pick of [0, 1] as const) {
    const words = new Words(program, alphabet, pick);
    for (const { node, before, after } of loopsOf(program.pattern))
      for (const full of [false, true]) {
        const lead = before.flatMap((element) => words.element(element, full));
        const tail = after.flatMap((element) => words.element(element, full));
        const body = bodies(node.element, words);
        const atom = program.atoms.findIndex(({ raw }) => raw === node.element.raw);
        const singles = (atom < 0 ? runs.slice(0, 12) : lettersOf(alphabet, atom)).map((letter) => [letter]);
        const nearly = [...endings, tail, [...tail, least], [...tail.slice(0, -1), least]];
        for (const pump of [...body, ...singles]) for (const ending of nearly) yield* fresh(lead, pump, ending);
        const first = body[0] ?? [];
        for (const pump of [
          lead,
          [...lead, ...first],
          [...first, ...tail],
          [...lead, ...first, ...tail],
          [...lead, ...first, ...tail.slice(0, -1)],
        ])
          for (const ending of endings) yield* fresh([], pump, ending);
      }
  }
}

/** A text that makes a regular expression slow, and how slow. */
export interface Slow {
  /** The text in short form, e.g. `" " × n + "x"`. */
  readonly attack: string;
  readonly why: string;
}

const textOf = ({ before, pump, after }: Attack, times: number): Uint8Array => {
  const text = new Uint8Array(before.length + pump.length * times + after.length);
  text.set(before);
  for (let i = 0; i < times; i++) text.set(pump, before.length + i * pump.length);
  text.set(after, text.length - after.length);
  return text;
};

function shown({ before, pump, after }: Attack, { letters }: Alphabet): string {
  const words = (part: readonly number[]): string => JSON.stringify(part.map((i) => letters[i]).join(""));
  return [before.length > 0 && words(before), `${words(pump)} × n`, after.length > 0 && words(after)].filter(Boolean).join(" + ");
}

/**
 * Returns a text on which a regular expression takes more than linear time, or null. The answer depends on counted steps alone.
 *
 * @param all Whether the caller looks for all matches without flag g (split, a loop over exec).
 */
export function slowText(source: string, flags: string, all = false): Slow | null {
  const program = compile(source, flags);
  const alphabet = alphabetOf(program);
  const machine = new Machine(program, alphabet, all || program.flags.global);
  for (const attack of attacksOf(program, alphabet)) {
    const times = Math.max(SHORTEST, Math.ceil((program.bound * 1.2) / attack.pump.length));
    const count = (factor: number): number => {
      const text = textOf(attack, times * factor);
      return machine.count(text, text.length * MOST);
    };
    const once = count(1);
    const many = !Number.isFinite(once);
    if (!many && once <= SUSPECT * (times * attack.pump.length)) continue;
    const twice = many ? once : count(2);
    if (twice - once <= once * 1.2) continue;
    const growth = (count(4) - twice) / (twice - once);
    const why = Number.isFinite(growth)
      ? `${growth.toFixed(1)} times the steps for twice the text`
      : `more than ${MOST} steps for each character`;
    if (!(growth <= LINEAR)) return { attack: shown(attack, alphabet), why };
  }
  return null;
}
