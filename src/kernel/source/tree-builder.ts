import { isAlias, isMap, isScalar, isSeq, Scalar as YamlScalar } from "yaml";
import type { Alias, Node as YamlNode, Pair, YAMLMap, YAMLSeq } from "yaml";
import { Anchors } from "./anchors.ts";
import { unseenIn } from "./characters.ts";
import { MAX_DEPTH, MAX_KEY_LENGTH } from "./limits.ts";
import { checkQuotes } from "./lookalikes.ts";
import { isEscaped, reportEscapedPath } from "./quotes.ts";
import { controlCharacter } from "../diagnostics/repo/control-character.ts";
import { duplicateKey } from "../diagnostics/repo/duplicate-key.ts";
import { mergeKey } from "../diagnostics/repo/merge-key.ts";
import { nullValue } from "../diagnostics/repo/null-value.ts";
import { yamlSyntax } from "../diagnostics/repo/yaml-syntax.ts";
import { say } from "../diagnostic/text.ts";
import { keyWithValue } from "./syntax-causes.ts";
import { pathText } from "./path-text.ts";
import type { Report } from "./problem.ts";
import type { SourceText } from "./text.ts";
import { pointerOf, type Entry, type Mapping, type Scalar, type Sequence, type Span, type Tree } from "./tree.ts";

const STYLES: Readonly<Record<string, Scalar["style"]>> = {
  [YamlScalar.PLAIN]: "plain",
  [YamlScalar.QUOTE_SINGLE]: "single",
  [YamlScalar.QUOTE_DOUBLE]: "double",
  [YamlScalar.BLOCK_LITERAL]: "block",
  [YamlScalar.BLOCK_FOLDED]: "block",
};

/**
 * A builder of Tierwright's tree (tree.ts) from the nodes of the yaml library. It reports valid YAML that Tierwright refuses: duplicate
 * keys, merge keys, null, invisible characters, bad aliases.
 */
export class TreeBuilder {
  readonly #anchors: Anchors;

  /** False if YAML reads a list item or a key differently from what its author meant, so that findings about its value would mislead. */
  isReliable = true;

  constructor(
    readonly source: SourceText,
    readonly report: Report,
  ) {
    this.#anchors = new Anchors(report);
  }

  /** Returns the tree of a document from its root node. Throws TooManyValues (anchors.ts) if aliases make the tree too large. */
  build(root: YamlNode): Tree {
    return this.#node(root, "", 0);
  }

  #span(start: number, end: number): Span {
    return { source: this.source, start, end };
  }

  #node(node: YamlNode, pointer: string, depth: number): Tree {
    if (isAlias(node)) return this.#alias(node, pointer, depth);
    const anchor = node.anchor;
    if (anchor !== undefined) this.#anchors.open(anchor);
    const tree = this.#plain(node, pointer, depth);
    if (anchor !== undefined) this.#anchors.close(anchor, tree);
    return tree;
  }

  #plain(node: YamlNode, pointer: string, depth: number): Tree {
    if (isMap(node)) return this.#map(node, pointer, depth + 1);
    if (isSeq(node)) return this.#list(node, pointer, depth + 1);
    return this.#scalar(node as YamlScalar, pointer);
  }

  #alias(node: Alias, pointer: string, depth: number): Tree {
    const [start, end] = node.range ?? [0, 0];
    return this.#anchors.use(node.source, { span: this.#span(start, end), pointer, depth, limit: MAX_DEPTH });
  }

  #scalar(node: YamlScalar, pointer: string): Scalar {
    const [start, end] = node.range ?? [0, 0];
    const { value } = node;
    const style = STYLES[node.type ?? YamlScalar.PLAIN] ?? "plain";
    const text = node.source ?? String(value ?? "");
    if (style === "double") this.#checkDoubleQuoted(text, start, end);
    else if (style === "plain") checkQuotes(this.source, start, end, pointer, this.report);
    const core = value === null || typeof value === "number" || typeof value === "boolean" ? value : text;
    return { type: "scalar", span: this.#span(start, end), pointer, text, value: core, style };
  }

  /** Reports a double-quoted value with an escaped Windows path, a missing closing quote, or an escape for an invisible character. */
  #checkDoubleQuoted(text: string, start: number, end: number): void {
    const raw = this.source.text.slice(start, end);
    if (!raw.includes("\\")) return;
    if (reportEscapedPath(this.source, start, end, this.report)) return;
    const character = unseenIn(text);
    // the value ends with an escaped quote: the yaml library wrongly takes it for the closing one
    if (isEscaped(raw, raw.length - 1)) this.report(yamlSyntax, start, start + 1, { cause: "open-double-quote" });
    else if (character !== null) this.report(controlCharacter, start, end, { character, by: "escape" });
  }

  /**
   * Reports a value if it is null, unless an alias repeats it.
   * @param key the key of the value; null for an item of a list
   */
  #null(tree: Tree, start: number, end: number, key: string | null): void {
    if (tree.type !== "scalar" || tree.value !== null || tree.anchored) return;
    const where = key === null ? null : { key, path: pathText(tree.pointer.slice(0, tree.pointer.lastIndexOf("/"))) };
    const restsOn = [{ file: this.source.path, key: tree.pointer }];
    this.report(nullValue, start, end, { key: where, written: tree.text }, { pointer: tree.pointer, restsOn });
  }

  /** Reports an unquoted list item whose next line begins with a dash without a space: YAML reads both lines as one text. */
  #checkItem(item: YamlNode): void {
    const [start, end] = item.range ?? [0, 0];
    if (!isScalar(item) || item.type !== YamlScalar.PLAIN) return;
    const dash = /[\r\n] *-(?=[^\s-])/.exec(this.source.text.slice(start, end));
    if (!dash) return;
    const at = start + dash.index + dash[0].length - 1;
    this.report(yamlSyntax, at, at + 1, { cause: "no-space-after-dash" });
    this.isReliable = false;
  }

  #list(node: YAMLSeq, pointer: string, depth: number): Sequence {
    const items: Tree[] = [];
    for (const item of node.items as YamlNode[]) {
      if (!node.flow) this.#checkItem(item);
      const tree = this.#node(item, pointerOf(pointer, items.length), depth);
      this.#null(tree, tree.span.start, tree.span.end, null);
      items.push(tree);
    }
    return { type: "list", span: this.#spanOf(node, items.at(-1)), pointer, items };
  }

  #map(node: YAMLMap, pointer: string, depth: number): Mapping {
    const entries = new Map<string, Entry>();
    let last: Tree | undefined;
    for (const pair of node.items as Pair<YamlNode, YamlNode | null>[]) {
      const entry = this.#entry(pair, pointer, depth, node.flow === true);
      last = entry.value;
      const twin = entries.get(entry.key);
      if (twin) this.#twin(entry, twin);
      else if (!this.#mergeKey(pair.key, entry) && !this.#longKey(entry)) entries.set(entry.key, entry);
    }
    return { type: "map", span: this.#spanOf(node, last), pointer, entries };
  }

  /** Reports a key for which `keyWithValue` finds that a colon or the space after it is missing. Returns true if it finds no fault. */
  #checkKey({ key, value }: Pair<YamlNode, YamlNode | null>, isFlow: boolean): boolean {
    if (!isScalar(key) || key.type !== YamlScalar.PLAIN) return true;
    const [start] = key.range ?? [0];
    const fault = keyWithValue(String(key.source), start, isFlow && value === null);
    if (!fault) return true;
    this.report(yamlSyntax, fault.start, fault.end, { cause: fault.cause, key: fault.key ?? "" });
    this.isReliable = false;
    return false;
  }

  #entry(pair: Pair<YamlNode, YamlNode | null>, pointer: string, depth: number, isFlow: boolean): Entry {
    const [start, end] = pair.key.range ?? [0, 0];
    const key = isScalar(pair.key) ? String(pair.key.source ?? pair.key.value ?? "") : "";
    const keySpan = this.#span(start, end);
    const below = pointerOf(pointer, key);
    if (pair.key.anchor !== undefined) this.#anchors.close(pair.key.anchor, this.#scalar(pair.key as YamlScalar, below));
    const value = pair.value
      ? this.#node(pair.value, below, depth)
      : ({ type: "scalar", span: this.#span(end, end), pointer: below, text: "", value: null, style: "plain" } as const);
    const empty = value.type === "scalar" && value.text === "";
    if (this.#checkKey(pair, isFlow)) this.#null(value, empty ? start : value.span.start, empty ? end : value.span.end, key);
    return { key, keySpan, value };
  }

  #twin(entry: Entry, first: Entry): void {
    const { start, end } = entry.keySpan;
    const place = this.source.placeOf(first.keySpan.start, first.keySpan.end);
    const related = [{ message: say`the first one`, place }];
    this.report(duplicateKey, start, end, { key: entry.key, first: place.line }, { pointer: entry.value.pointer, related });
  }

  #mergeKey(key: YamlNode, entry: Entry): boolean {
    if (entry.key !== "<<" || (isScalar(key) && key.type !== YamlScalar.PLAIN)) return false;
    this.report(mergeKey, entry.keySpan.start, entry.keySpan.end, {}, { pointer: entry.value.pointer });
    return true;
  }

  /**
   * Reports a key that is longer than MAX_KEY_LENGTH, and returns true for it, because every error below a key repeats the key in its JSON
   * pointer. The yaml library refuses long keys in some places only.
   */
  #longKey({ key, keySpan }: Entry): boolean {
    if (key.length <= MAX_KEY_LENGTH) return false;
    this.report(yamlSyntax, keySpan.start, keySpan.start + 1, { cause: "long-key" });
    return true;
  }

  /** Returns the range of a map or list: in flow style to its closing bracket, in block style to the end of its last value. */
  #spanOf(node: YAMLMap | YAMLSeq, last: Tree | undefined): Span {
    const [start, end] = node.range ?? [0, 0];
    return this.#span(start, node.flow || last === undefined ? end : Math.max(start, last.span.end));
  }
}
