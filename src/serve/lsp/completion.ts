import { type CompletionItem, CompletionItemKind, type Position } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { type CursorToken, DOCUMENT_KINDS, type DocumentKind, resolveSchema, schemaAt, tokensAt } from "../../kernel/index.ts";
import type { Facts } from "./facts.ts";
import { type EditedDocument, wordsFor } from "./fields.ts";
import { type Slot, bareItem, keyItem, pointerTo, referenceItems, valueItem } from "./insertion.ts";

type Items = readonly (CompletionItem | null)[];

/**
 * Patterns of the path of a file relative to the repository, each with the kind of YAML document in such a file; at most one pattern
 * matches.
 */
const BY_PATH: readonly (readonly [RegExp, DocumentKind])[] = [
  [/^environments\/site\.ya?ml$/i, "Site"],
  [/^environments\/[^/]+\/environment\.ya?ml$/i, "Environment"],
  [/^environments\/[^/]+\/sso\.ya?ml$/i, "FederatedSignIn"],
  [/^releases\/matrix\.ya?ml$/i, "CompatibilityMatrix"],
  [/^releases\/exceptions\.ya?ml$/i, "Exceptions"],
  [/^releases\/[^/]+\/release\.ya?ml$/i, "ConnectorRelease"],
  [/^releases\/connectors\/[^/]+\.ya?ml$/i, "ConnectorProfile"],
  [/^releases\/[^/]+\/kit\.lock\.ya?ml$/i, "KitLock"],
];

export const kindByPath = (path: string): DocumentKind | null => BY_PATH.find(([pattern]) => pattern.test(path))?.[1] ?? null;

/** The pattern of `kind:` with a plain or quoted value at the top level of a YAML text, which need not parse. */
const KIND = /^kind:[ \t]*(?:"([^"\r\n]*)"|'([^'\r\n]*)'|([^\s#"'{[][^\s#]*))/m;
const CONNECTOR = /^connector:[ \t]*(?:"([^"\r\n]*)"|'([^'\r\n]*)'|([^\s#"'{[][^\s#]*))/m;

/** Returns the value in a match of KIND or CONNECTOR, without its quotes; null if there is no match. */
const valueOf = (found: RegExpExecArray | null): string | null => found?.[1] ?? found?.[2] ?? found?.[3] ?? null;

/** Returns the completion items for a YAML document without `kind:`: the key `kind`, and its values. */
function kindItems(slot: Slot, path: string): Items {
  const { is, path: place, siblings } = slot.token;
  const known = kindByPath(path);
  if (is === "key") {
    const described = "What this document describes.";
    return place.length === 0 && !siblings.includes("kind") ? [keyItem(slot, "kind", {}, known, described)] : [];
  }
  if (place.join("/") !== "kind") return [];
  return (known === null ? DOCUMENT_KINDS : [known]).map((kind) => valueItem(slot, kind));
}

const constOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

async function keyItems(slot: Slot, document: EditedDocument, facts: Facts): Promise<Items> {
  const { token } = slot;
  const at = schemaAt(document.kind, pointerTo(token.path));
  if (at === null || (at.node.maxProperties ?? token.siblings.length + 1) <= token.siblings.length) return [];
  const listed = Object.entries(at.node.properties ?? {}).map(([key, property]) => {
    const { node } = resolveSchema({ file: at.file, node: property });
    return { key, item: keyItem(slot, key, node, constOf(node.const)) };
  });
  const value = typeof at.node.additionalProperties === "object" ? at.node.additionalProperties : {};
  const { node } = resolveSchema({ file: at.file, node: value });
  const named = (await wordsFor(token, document, facts)).map(({ word, about }) => ({
    key: word,
    item: keyItem(slot, word, node, null, about ?? ""),
  }));
  return [...listed, ...named].flatMap(({ key, item }) => (token.siblings.includes(key) ? [] : [item]));
}

async function valueItems(slot: Slot, document: EditedDocument, facts: Facts): Promise<Items> {
  const { token } = slot;
  const node = schemaAt(document.kind, pointerTo(token.path))?.node;
  if (!node) return [];
  const choices = node.enum ?? (constOf(node.const) === null ? [] : [constOf(node.const) as string]);
  const words = await wordsFor(token, document, facts);
  return [
    ...choices.map((word) => valueItem(slot, word)),
    ...(node.type === "boolean" ? ["true", "false"].map((word) => bareItem(slot, word)) : []),
    ...words.flatMap(({ word, about }) => (token.siblings.includes(word) ? [] : [valueItem(slot, word, about)])),
    ...referenceItems(slot, node),
  ];
}

/** The start of a suppression comment, in a YAML, properties or XML file. */
const SUPPRESSION = /^(?:#|!|<!--)[ \t]*tierwright-ignore\b/;

/**
 * Returns the part of a rule id that is typed so far, from a line up to the cursor; null if the line is no suppression comment, or if the
 * cursor is after the rule id.
 */
function typedRule(line: string): string | null {
  const start = line.trimStart();
  const match = SUPPRESSION.exec(start);
  if (!match) return null;
  const rest = start.slice(match[0].length).trimStart();
  const typed = rest.startsWith(":") ? rest.slice(1).trimStart() : rest;
  return /[\s:]/.test(typed) ? null : typed;
}

/**
 * Returns the rules as completion items for the suppression comment at the cursor; null if the cursor is not at the rule id of such a
 * comment.
 */
async function suppressionItems(text: TextDocument, at: Position, facts: Facts): Promise<Items | null> {
  const line = text.getText({ start: { line: at.line, character: 0 }, end: at });
  const typed = typedRule(line);
  if (typed === null) return null;
  const after = /^[\w/-]*/.exec(text.getText({ start: at, end: { line: at.line, character: at.character + 200 } }))?.[0] ?? "";
  const range = {
    start: { line: at.line, character: at.character - typed.length },
    end: { line: at.line, character: at.character + after.length },
  };
  return (await facts.rules()).map(({ word, about = "" }) => ({
    label: word,
    kind: CompletionItemKind.Reference,
    documentation: { kind: "plaintext", value: about },
    textEdit: { range, newText: word },
  }));
}

/** Returns the completion items for the token at the cursor: missing keys of its map, or values of its field. */
function itemsOf(token: CursorToken, text: TextDocument, path: string, facts: Facts): Promise<Items> | Items {
  const slot = { token, document: text, range: { start: text.positionAt(token.start), end: text.positionAt(token.end) } };
  const named = valueOf(KIND.exec(text.getText()));
  const kind = DOCUMENT_KINDS.find((one) => one === named);
  if (kind === undefined || token.path.join("/") === "kind") return kindItems(slot, path);
  const document = { kind, path, connector: valueOf(CONNECTOR.exec(text.getText())) };
  return token.is === "key" ? keyItems(slot, document, facts) : valueItems(slot, document, facts);
}

/**
 * Returns the completion items at a position of a file of a repository: missing keys of its document, allowed values, names that the
 * repository has (environments, releases, keys), and rule ids in a suppression comment. Returns none in other comments, in block scalars
 * and in fields of free text.
 */
export async function completionsAt(
  text: TextDocument,
  at: Position,
  path: string,
  facts: Facts,
): Promise<readonly CompletionItem[]> {
  const suppression = await suppressionItems(text, at, facts);
  const tokens = suppression === null && /\.ya?ml$/i.test(path) ? tokensAt(text.getText(), text.offsetAt(at)) : [];
  const found = await Promise.all(tokens.map((token) => itemsOf(token, text, path, facts)));
  const items = [...(suppression ?? []), ...found.flat()].filter((item) => item !== null);
  return items.map((item, index) => ({ ...item, sortText: String(index).padStart(6, "0") }));
}
