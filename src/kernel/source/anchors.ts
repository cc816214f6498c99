import { nearest } from "../diagnostic/nearest.ts";
import { anchorLimits } from "../diagnostics/repo/anchor-limits.ts";
import { unknownAnchor } from "../diagnostics/repo/unknown-anchor.ts";
import { MAX_ALIAS_VALUES } from "./limits.ts";
import type { Report } from "./problem.ts";
import { pointerOf, type Entry, type Scalar, type Span, type Tree } from "./tree.ts";

/** Thrown inside the YAML reader, after reporting the problem, if aliases add more values or levels than Tierwright allows a document. */
export class TooManyValues extends Error {}

/** An alias (`*name`) of a YAML document, with its range, its JSON pointer and its nesting level. */
export interface AliasUse {
  readonly span: Span;
  readonly pointer: string;
  readonly depth: number;
  /** The deepest nesting level that a document can have. */
  readonly limit: number;
}

// If a document has more anchors, no similar name is proposed for an unknown alias: each alias would be compared with every anchor.
const MAX_CANDIDATES = 200;

const OPEN = Symbol("an anchor whose value is being read");

/** The anchors (`&name`) of one YAML document in text order. An alias refers to the latest anchor of its name (YAML 1.2.2, 3.2.2.2). */
export class Anchors {
  readonly #byName = new Map<string, Tree | typeof OPEN>();
  #added = 0;

  constructor(readonly report: Report) {}

  open(name: string): void {
    this.#byName.set(name, OPEN);
  }

  close(name: string, tree: Tree): void {
    this.#byName.set(name, tree);
  }

  /**
   * Returns a copy of the value that an alias repeats, with the range and JSON pointers of the alias. Reports an alias without a finished
   * anchor and returns an empty text for it. Throws TooManyValues, after reporting it, if the document gets too large or too deep.
   */
  use(name: string, at: AliasUse): Tree {
    const { start, end } = at.span;
    const target = this.#byName.get(name);
    if (target === undefined) {
      const near = this.#byName.size > MAX_CANDIDATES ? null : nearest(name, this.#byName.keys());
      this.report(unknownAnchor, start, end, { near }, { pointer: at.pointer });
      return emptyAt(at);
    }
    if (target === OPEN) {
      this.report(anchorLimits, start, end, { seen: "endless" }, { pointer: at.pointer });
      return emptyAt(at);
    }
    const copy = this.#copy(target, at.pointer, at.depth, at);
    return { ...copy, span: at.span, anchored: target.span };
  }

  #copy(tree: Tree, pointer: string, depth: number, at: AliasUse): Tree {
    if (++this.#added > MAX_ALIAS_VALUES || depth > at.limit) this.#refuse(at);
    switch (tree.type) {
      case "scalar":
        return { ...tree, pointer };
      case "list":
        return { ...tree, pointer, items: tree.items.map((item, i) => this.#copy(item, pointerOf(pointer, i), depth + 1, at)) };
      case "map": {
        const entries = new Map<string, Entry>();
        for (const [key, entry] of tree.entries) {
          entries.set(key, { ...entry, value: this.#copy(entry.value, pointerOf(pointer, key), depth + 1, at) });
        }
        return { ...tree, pointer, entries };
      }
    }
  }

  #refuse(at: AliasUse): never {
    const limit =
      this.#added > MAX_ALIAS_VALUES
        ? ({ seen: "too-much", most: MAX_ALIAS_VALUES, of: "values" } as const)
        : ({ seen: "too-much", most: at.limit, of: "levels" } as const);
    this.report(anchorLimits, at.span.start, at.span.end, limit, { pointer: at.pointer });
    throw new TooManyValues();
  }
}

function emptyAt(at: AliasUse): Scalar {
  return { type: "scalar", span: at.span, pointer: at.pointer, text: "", value: "", style: "plain" };
}
