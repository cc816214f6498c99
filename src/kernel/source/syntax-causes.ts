import { DOCUMENT_KEYS, MAP_KEYS } from "./document-keys.generated.ts";
import type { SyntaxCause } from "../diagnostics/repo/yaml-syntax.ts";

/**
 * An error that the yaml library found in a text: its code (the library's docs/08_errors.md), its message, which distinguishes cases of one
 * code, and its range.
 */
export interface SyntaxFault {
  readonly code: string;
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

type ByText = readonly (readonly [when: RegExp, cause: SyntaxCause])[];

// The pattern of the yaml library's message for an unclosed bracket. Its error code is MISSING_CHAR or, inside a block map, BAD_INDENT.
export const UNCLOSED_MESSAGE = /must (?:(?!must ).)*end with/;

/** The pattern of the yaml library's messages for a bracket or a quote that is never closed. */
export const UNCLOSED_SIGN = new RegExp(`closing .quote|${UNCLOSED_MESSAGE.source}`);

/** The yaml library's codes for errors that concern one value and leave the structure around the value intact. */
export const LOCAL_CODES: ReadonlySet<string> = new Set([
  "BAD_COLLECTION_TYPE",
  "BAD_DQ_ESCAPE",
  "BAD_SCALAR_START",
  "MULTIPLE_ANCHORS",
  "MULTIPLE_TAGS",
  "TAG_RESOLVE_FAILED",
]);

const BY_TEXT: Readonly<Record<string, ByText>> = {
  MISSING_CHAR: [
    [/closing "quote/, "open-double-quote"],
    [/closing 'quote/, "open-single-quote"],
    [/Comments must be/, "comment"],
    [/Tags and anchors/, "space-after-anchor"],
    [/Missing , (between|or)/, "missing-comma"],
    [/Missing space after :/, "space-after-colon"],
    [/followed by map values/, "no-pair"],
    [/without - indicator/, "no-dash"],
    [/directives-end marker/, "on-line-of-start"],
    [/Missing directives-end/, "directive-without-start"],
    [/newline after block sequence/, "list-after-anchor"],
    [/leading empty lines/, "deep-first-lines"],
  ],
  UNEXPECTED_TOKEN: [
    [/at node end/, "after-value"],
    [/Unexpected ,|empty item/, "empty-item"],
    [/header/, "block-header"],
    [/doc-end/, "document-end"],
    [/flow-(map|seq)-end/, "closing-bracket"],
  ],
};

const OTHERWISE: Readonly<Record<string, SyntaxCause>> = {
  ALIAS_PROPS: "alias-with-anchor",
  BAD_ALIAS: "anchor-name",
  BAD_DQ_ESCAPE: "escape",
  BAD_INDENT: "indentation",
  BAD_PROP_ORDER: "anchor-order",
  BAD_SCALAR_START: "first-character",
  BLOCK_AS_IMPLICIT_KEY: "pair-in-value",
  BLOCK_IN_FLOW: "block-in-brackets",
  KEY_OVER_1024_CHARS: "long-key",
  MISSING_CHAR: "missing-character",
  MULTILINE_IMPLICIT_KEY: "key-of-lines",
  MULTIPLE_ANCHORS: "two-anchors",
  MULTIPLE_TAGS: "two-tags",
  NON_STRING_KEY: "no-text-key",
  UNEXPECTED_TOKEN: "unexpected",
};

/** Returns true for the yaml library's error about a YAML tag (`!name`) that is not supported; it is no syntax error. */
export const isTag = ({ code }: SyntaxFault): boolean => code === "TAG_RESOLVE_FAILED" || code === "BAD_COLLECTION_TYPE";

/**
 * Returns the cause of an error of the yaml library. The caller handles errors that a tab in the indentation explains.
 * @param rest the text of the error's line from the error on
 */
export function causeOf(fault: SyntaxFault, rest: string): SyntaxCause {
  const special = BY_TEXT[fault.code]?.find(([when]) => when.test(fault.message));
  return causeByLine(fault, rest) ?? special?.[1] ?? OTHERWISE[fault.code] ?? "other";
}

/**
 * Returns the cause and the keys if a key has both a value on its line and a map below it, or if its line also has the first key of its
 * map, as in `tier: release: "2606"`. Returns null for any other line, and for keys that no document kind has, because they can be secrets.
 * @param code the error code of the yaml library
 * @param line the line of the error
 */
export function keysOfLine(
  code: string,
  line: string,
): { readonly cause: SyntaxCause; readonly key: string; readonly first?: string } | null {
  if (code !== "BLOCK_AS_IMPLICIT_KEY" && code !== "MULTILINE_IMPLICIT_KEY") return null;
  const [, key = "", first] = /^ *(?:- )?([A-Za-z]\w*):[ \t]+(?:([A-Za-z]\w*):(?:[ \t]|$))?/.exec(line) ?? [];
  if (!MAP_KEYS.has(key)) return null;
  if (first === undefined) return code === "BLOCK_AS_IMPLICIT_KEY" ? { cause: "key-with-value", key } : null;
  return MAP_KEYS.get(key)?.includes(first) ? { cause: "keys-on-one-line", key, first } : null;
}

/** The cause and the range of a syntax error, as derived from the text because the yaml library's error is less precise. */
export interface TextFault {
  readonly start: number;
  readonly end: number;
  readonly cause: SyntaxCause;
  /** The key that the message names: only one that a document kind has, because an unknown key can be a secret. */
  readonly key?: string;
}

/** Returns the fault that a key lacks its colon; it names the key only if a document kind has it. */
export function colonAfter(key: string, start: number): TextFault {
  const place = { start, end: start + key.length };
  return DOCUMENT_KEYS.has(key) ? { ...place, cause: "no-colon-before-value", key } : { ...place, cause: "no-colon-here" };
}

/** Returns the fault of a line that begins with a key, no colon and a bracket, as in `A { means: x }`; null for any other line. */
export function keyBeforeBracket(line: string, lineStart: number): TextFault | null {
  const [, before = "", key] = /^( *(?:- +)?)("[^"]*"|'[^']*'|[\w.][\w.-]*)[ \t]+[[{]/.exec(line) ?? [];
  return key === undefined ? null : colonAfter(key, lineStart + before.length);
}

/**
 * Returns the fault of a plain key that YAML reads together with its value, because the colon between them or the space after the colon is
 * missing; null if the key has no such fault.
 * @param text the key as the yaml library reads it
 * @param isAlone true for a key inside brackets without a value
 */
export function keyWithValue(text: string, start: number, isAlone: boolean): TextFault | null {
  const [, word = "", sign] = /^([\w.-]+)(:(?!\/\/)\S|\s+[^\s[{]|\s+[[{])/.exec(text) ?? [];
  if (sign === undefined) return null;
  if (!isAlone) return /[[{]$/.test(sign) && DOCUMENT_KEYS.has(word) ? colonAfter(word, start) : null;
  return sign.startsWith(":") ? { start, end: start + word.length + 1, cause: "space-after-colon" } : colonAfter(word, start);
}

/**
 * Returns true if a key is valid in a map, as far as the schemas of all document kinds show by the map's own key.
 * @param head the line with the map's own key; null for the map of the whole document
 */
export function isKeyOf(key: string, head: string | null): boolean {
  if (head === null) return DOCUMENT_KEYS.has(key);
  const [, outer = ""] = /^ *(?:- +)?([A-Za-z]\w*):[ \t]*(?:#|$)/.exec(head) ?? [];
  const keys = MAP_KEYS.get(outer);
  return key !== "" && keys !== undefined && (keys?.includes(key) ?? true);
}

/** Returns the word that begins `rest`, a line from an error on, if `rest` has no colon and a document kind has this key; else null. */
export function keyWithoutColon(code: string, rest: string): string | null {
  if (!/^(MISSING_CHAR|MULTILINE_IMPLICIT_KEY)$/.test(code)) return null;
  const [, word = ""] = /^([A-Za-z][A-Za-z0-9]*)(?:[ \t]|$)/.exec(rest) ?? [];
  return DOCUMENT_KEYS.has(word) && !/:([ \t]|$)/.test(rest) ? word : null;
}

/**
 * Returns the key of a line that also has a value, and the range of the value in the line, if the key can have a map and the line below
 * begins with a key of that map; otherwise null.
 */
export function valueAboveMap(
  line: string,
  below: string,
): { readonly key: string; readonly from: number; readonly to: number } | null {
  const [head = "", key = ""] = /^ *([A-Za-z]\w*):[ \t]+(?![#|>&*!]|\[[^\]]|\{[^}])/.exec(line) ?? [];
  const comment = line.search(/[ \t]#/);
  const value = line.slice(head.length, comment < head.length ? undefined : comment).trim();
  const [, first] = /^["']?([\w.-]+)["']?:(?:[ \t]|$)/.exec(below) ?? [];
  const keys = MAP_KEYS.get(key);
  if (value === "" || keys === undefined || first === undefined || !(keys?.includes(first) ?? true)) return null;
  return { key, from: head.length, to: head.length + value.length };
}

/**
 * Returns the cause of an error if the text of its line shows it better than the yaml library's error; otherwise null.
 * @param rest the text of the error's line from the error on
 */
function causeByLine({ code }: SyntaxFault, rest: string): SyntaxCause | null {
  if (code === "UNEXPECTED_TOKEN" && /^["']+[ \t]*(?:#|$)/.test(rest)) return "stray-quote";
  if (/^(MISSING_CHAR|MULTILINE_IMPLICIT_KEY)$/.test(code) && /^[\w.-]+:(?!\/\/)\S/.test(rest)) return "space-after-colon";
  return code === "BLOCK_AS_IMPLICIT_KEY" && !/(:|^-)([ \t]|$)/.test(rest) ? "below-a-value" : null;
}
