import { type Mapping, type Sequence, type Tree, child, yamlScalar } from "../../../kernel/index.ts";
import { rowsOf } from "../cell.ts";
import type { Matrix } from "../../model/matrix.ts";
import type { Imported, MatrixChange, StatedSource } from "./merge.ts";
import type { StatedCode } from "./words.ts";
import type { ImportedRow } from "./table.ts";

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const codeText = ({ gate, acceptable }: StatedCode): string => `{ gate: ${gate}${acceptable ? ", acceptable: true" : ""} }`;

const cellsText = (cells: ReadonlyMap<string, string>): string =>
  cells.size === 0
    ? "{}"
    : `{ ${[...cells].map(([connector, code]) => `${yamlScalar(connector)}: ${yamlScalar(code)}`).join(", ")} }`;

const rowText = ({ tool, java, cells }: ImportedRow): string =>
  `{ tool: ${yamlScalar(tool)}${java === null ? "" : `, java: ${java}`}, connectors: ${cellsText(cells)} }`;

const sourceText = ({ title, revision, date }: StatedSource): string =>
  `{ title: ${yamlScalar(title)}, revision: ${yamlScalar(revision)}${date === null ? "" : `, date: ${date}`} }`;

/** Returns the text of a new matrix.yaml with the imported rows, codes and source. */
export function newMatrix({ rows, codes, source }: Imported, schema: string): string {
  return [
    `# yaml-language-server: $schema=${schema}`,
    "# Which connector may run in which tool, imported from the vendor's matrix. Rows match exactly.",
    "apiVersion: tierwright/v1",
    "kind: CompatibilityMatrix",
    `source: ${sourceText(source)}`,
    "codes:   # the legend: what each code lets through",
    ...codes.map((code) => `  ${yamlScalar(code.code)}: ${codeText(code)}`),
    "rows:",
    ...rows.map((row) => `  - ${rowText(row)}`),
    "",
  ].join("\n");
}

/** The edits of the text of one YAML document. They keep every byte that is not part of an imported value. */
class Edits {
  readonly edits: Edit[] = [];
  readonly #line: string;

  constructor(readonly text: string) {
    this.#line = text.includes("\r\n") ? "\r\n" : "\n";
  }

  replace(node: Tree, text: string): void {
    this.edits.push({ start: node.span.start, end: node.span.end, text });
  }

  insert(at: number, text: string): void {
    this.edits.push({ start: at, end: at, text });
  }

  /** Removes a key with its value: in a map in braces together with a comma beside them, in any other map together with their line. */
  removeKey(map: Mapping, key: string): void {
    const entries = [...map.entries.values()];
    const at = entries.findIndex((entry) => entry.key === key);
    const [before, own, after] = [entries[at - 1], entries[at], entries[at + 1]];
    if (!own) return;
    let [start, end] = [own.keySpan.start, own.value.span.end];
    if (this.text[map.span.start] !== "{") {
      start = this.text.lastIndexOf("\n", start) + 1;
      end = this.#lineEnd(end) + this.#line.length;
    } else if (before) start = before.value.span.end;
    else if (after) end = after.keySpan.start;
    this.edits.push({ start, end, text: "" });
  }

  /** Returns the end of the line that holds the last character of a node. */
  #lineEnd(end: number): number {
    let last = end;
    while (last > 0 && /\s/.test(this.text[last - 1] ?? "")) last--;
    const found = this.text.indexOf("\n", last);
    const at = found < 0 ? this.text.length : found;
    return this.text[at - 1] === "\r" ? at - 1 : at;
  }

  #indentOf(start: number): string {
    const line = this.text.slice(this.text.lastIndexOf("\n", start - 1) + 1, start);
    return line.replace(/[^\s-]/g, " ").replaceAll("-", " ");
  }

  /** Adds keys at the end of a map, in the form of the map: within braces or on lines of their own. */
  addKeys(map: Mapping, keys: readonly (readonly [key: string, text: string])[]): void {
    const last = [...map.entries.values()].at(-1);
    const texts = keys.map(([key, text]) => `${yamlScalar(key)}: ${text}`);
    if (texts.length === 0) return;
    if (this.text[map.span.start] === "{")
      this.insert(last ? last.value.span.end : map.span.start + 1, last ? `, ${texts.join(", ")}` : ` ${texts.join(", ")} `);
    else if (last) {
      const indent = this.#indentOf(last.keySpan.start);
      this.insert(this.#lineEnd(last.value.span.end), texts.map((text) => `${this.#line}${indent}${text}`).join(""));
    }
  }

  /** Adds items at the end of a list, in the form of the list: within brackets or on lines of their own. */
  addItems(list: Sequence, texts: readonly string[]): void {
    const last = list.items.at(-1);
    if (texts.length === 0) return;
    if (this.text[list.span.start] === "[")
      this.insert(last ? last.span.end : list.span.start + 1, last ? `, ${texts.join(", ")}` : texts.join(", "));
    else if (last) {
      const start = this.text.lastIndexOf("\n", last.span.start - 1) + 1;
      const indent = /^\s*/.exec(this.text.slice(start, last.span.start))?.[0] ?? "";
      this.insert(this.#lineEnd(last.span.end), texts.map((text) => `${this.#line}${indent}- ${text}`).join(""));
    }
  }

  /** Adds a line before a top-level key of the matrix. */
  addBefore(tree: Mapping, key: string, text: string): void {
    const at = tree.entries.get(key)?.keySpan.start;
    if (at !== undefined) this.insert(at, `${text}${this.#line}`);
  }

  result(): string {
    // edits at one offset of the file keep the order in which they were added
    const sorted = this.edits.map((edit, i) => ({ ...edit, i })).sort((a, b) => b.start - a.start || b.i - a.i);
    let text = this.text;
    for (const { start, end, text: by } of sorted) text = text.slice(0, start) + by + text.slice(end);
    return text;
  }
}

const isMap = (tree: Tree | undefined): tree is Mapping => tree?.type === "map";

function editSource(edits: Edits, tree: Mapping, changes: readonly MatrixChange[], source: StatedSource): void {
  const own = child(tree, "source");
  const fields = changes.flatMap(({ kind, field, after }) =>
    kind === "source" && field !== null ? [[field, after] as const] : [],
  );
  if (!isMap(own)) {
    if (fields.length > 0) edits.addBefore(tree, "codes", `source: ${sourceText(source)}`);
    return;
  }
  const written = (field: string, text: string) => (field === "date" ? text : yamlScalar(text));
  for (const [field, text] of fields) {
    const node = child(own, field);
    if (text === null) edits.removeKey(own, field);
    else if (node) edits.replace(node, written(field, text));
    else edits.addKeys(own, [[field, written(field, text)]]);
  }
}

function editRow(edits: Edits, item: Mapping, row: ImportedRow): void {
  const [java, connectors] = [child(item, "java"), child(item, "connectors")];
  if (row.java !== null && java && java.type === "scalar" && java.text !== row.java) edits.replace(java, row.java);
  const added: (readonly [string, string])[] = row.java !== null && !java ? [["java", row.java]] : [];
  if (!isMap(connectors)) {
    edits.addKeys(item, [
      ...added,
      ...(connectors || row.cells.size === 0 ? [] : [["connectors", cellsText(row.cells)] as const]),
    ]);
    return;
  }
  edits.addKeys(item, added);
  const cells: (readonly [string, string])[] = [];
  for (const [connector, code] of row.cells) {
    const node = child(connectors, connector);
    if (!node) cells.push([connector, yamlScalar(code)]);
    else if (node.type === "scalar" && node.text !== code) edits.replace(node, yamlScalar(code));
  }
  edits.addKeys(connectors, cells);
}

/**
 * Returns the text of an existing matrix.yaml with the import: changed values are replaced in place, and new ones are added at the end of
 * their map or list. The caller checks the result with `isProven`, because these edits do not fit every form of YAML, such as anchors.
 */
export function editedMatrix(tree: Mapping, matrix: Matrix, imported: Imported, changes: readonly MatrixChange[]): string {
  const edits = new Edits(tree.span.source.text);
  editSource(edits, tree, changes, imported.source);
  const codes = child(tree, "codes");
  if (isMap(codes))
    edits.addKeys(
      codes,
      imported.codes.flatMap((code) => (matrix.codes.has(code.code) ? [] : [[code.code, codeText(code)] as const])),
    );
  const list = child(tree, "rows");
  if (list?.type !== "list") return edits.result();
  const items = new Map(list.items.flatMap((item) => (isMap(item) ? [[child(item, "tool"), item] as const] : [])));
  const added: ImportedRow[] = [];
  for (const row of imported.rows) {
    const [own] = rowsOf(matrix, row.tool);
    const item = own && items.get(own.tool);
    if (item) editRow(edits, item, row);
    else added.push(row);
  }
  edits.addItems(list, added.map(rowText));
  return edits.result();
}
