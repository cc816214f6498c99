import { type CompletionItem, CompletionItemKind, InsertTextMode, type Range } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { type CursorToken, type SchemaNode, coreValue, pointerOf } from "../../kernel/index.ts";
import { shownWords } from "./shown.ts";

/** The token that a completion replaces, with its range and the text around it. */
export interface Slot {
  readonly token: CursorToken;
  readonly range: Range;
  readonly document: TextDocument;
}

/** Pattern of plain scalars that YAML reads as text unchanged, also as keys and in braces. */
const PLAIN = /^[A-Za-z0-9_.\\/](?:[\w.\-+/\\() ]*[\w.\-+/\\()])?$/;

/** Writes a word as a YAML scalar, with the quotes that are already typed or that it needs to stay a text. */
function yamlWord(word: string, quote: CursorToken["quote"]): string {
  if (quote === "'" || (quote === null && word.includes("\\"))) return `'${word.replaceAll("'", "''")}'`;
  if (quote === '"') return JSON.stringify(word);
  return PLAIN.test(word) && typeof coreValue(word) === "string" ? word : JSON.stringify(word);
}

/**
 * Returns a completion item that replaces the token at the cursor; null for a label that an editor would show as another word, because it
 * is too long or has invisible characters.
 */
function item(slot: Slot, label: string, newText: string, more: Partial<CompletionItem>): CompletionItem | null {
  if (shownWords(label) !== label) return null;
  return {
    label,
    // an editor compares `filterText` with what the user typed, a quotation mark included
    filterText: slot.token.quote === null ? label : newText,
    textEdit: { range: slot.range, newText },
    insertTextMode: InsertTextMode.asIs,
    ...more,
  };
}

const about = (words: string | undefined): Partial<CompletionItem> =>
  words === undefined || words === "" ? {} : { documentation: { kind: "plaintext", value: shownWords(words) } };

/**
 * Returns the text to insert after a completed key: a colon and a space, or for a map or list a colon and a new line with its indentation.
 */
function behindKey({ token, range, document }: Slot, { type }: SchemaNode): string {
  if (token.flow || (type !== "object" && type !== "array")) return ": ";
  const lineEnd = /\r\n|\n/.exec(document.getText())?.[0] ?? "\n";
  return `:${lineEnd}${" ".repeat(range.start.character + 2)}${type === "array" ? "- " : ""}`;
}

const isReference = ({ properties }: SchemaNode): boolean => properties?.env !== undefined && properties.command !== undefined;

/**
 * Returns the item of a key: its name, and what follows it if the line has no colon yet.
 * @param value the only value that the key can have, as text; null if there are several.
 */
export function keyItem(slot: Slot, key: string, node: SchemaNode, value: string | null, words?: string): CompletionItem | null {
  const { token, document } = slot;
  const written = yamlWord(key, token.quote);
  const closed = /^[ \t]*:/.test(document.getText().slice(token.end, token.end + 100));
  const behind = closed ? "" : value === null ? behindKey(slot, isReference(node) ? {} : node) : `: ${value}`;
  return item(slot, key, written + behind, { kind: CompletionItemKind.Property, ...about(words ?? node.description) });
}

export const valueItem = (slot: Slot, word: string, words?: string): CompletionItem | null =>
  item(slot, word, yamlWord(word, slot.token.quote), { kind: CompletionItemKind.Value, ...about(words) });

/** Returns a completion item for a word that needs no quotes (true, false); null if a quote is typed already. */
export const bareItem = (slot: Slot, word: string): CompletionItem | null =>
  slot.token.quote === null ? item(slot, word, word, { kind: CompletionItemKind.Value }) : null;

/**
 * Returns the completion items for a value that can be a reference to a secret: `{ env: NAME }` and `{ file: PATH }`, with names made from
 * the key; none for other values.
 */
export function referenceItems(slot: Slot, node: SchemaNode): readonly (CompletionItem | null)[] {
  const key = slot.token.path.at(-1);
  if (!isReference(node) || slot.token.quote !== null || typeof key !== "string") return [];
  const words = key.replace(/([a-z0-9])([A-Z])/g, "$1_$2").split(/[^A-Za-z0-9]+/);
  const variable = words.join("_").toUpperCase();
  const file = words.join("-").toLowerCase();
  const more = (field: string) => about(node.properties?.[field]?.description);
  return [
    item(slot, "{ env: }", `{ env: ${variable} }`, { kind: CompletionItemKind.Reference, ...more("env") }),
    item(slot, "{ file: }", `{ file: /run/secrets/${file} }`, { kind: CompletionItemKind.Reference, ...more("file") }),
  ];
}

/** Returns the JSON pointer of a path in a document, by which `schemaAt` finds the schema of the field. */
export const pointerTo = (path: CursorToken["path"]): string =>
  path.reduce<string>((above, part) => pointerOf(above, String(part)), "");
