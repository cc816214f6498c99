import type { RuleId } from "../diagnostic/ids.generated.ts";

/** What the YAML library found wrong: its error code (its docs/08_errors.md), its text to tell cases of one code apart, its range. */
export interface SyntaxFault {
  readonly code: string;
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

/** Our own words for a fault. No words quote the text: it may hold what is secret. */
export interface SyntaxWords {
  readonly rule: RuleId;
  readonly message: string;
  readonly help: string;
}

type Words = readonly [when: RegExp, message: string, help: string];

// At the root it comes as MISSING_CHAR, inside a block map as BAD_INDENT.
export const UNCLOSED = /must .*end with/;

const MISSING: readonly Words[] = [
  [/closing .quote/, "the quote that opens here is never closed", "close it; inside single quotes a quote is written twice: ''"],
  [
    /Comments must be/,
    "a '#' starts a comment only behind a blank",
    "put a blank before it, or quote the value if '#' belongs to it",
  ],
  [
    /Tags and anchors/,
    "a blank is missing behind this anchor or tag",
    "put a blank behind it, or quote the value if '&' or '!' belongs to it",
  ],
  [/Missing , (between|or)/, "a comma is missing before this item", "separate the items of '[ ]' and '{ }' by ', '"],
  [/Missing space after :/, "a blank is missing behind the colon", "write 'key: value'"],
  [UNCLOSED, "the bracket that opens here is never closed", "close it with ']' or '}'"],
  [
    /followed by map values/,
    "this is not 'key: value'",
    "a key needs ': ' (colon and blank) behind it; a value that goes on must be indented deeper than its key",
  ],
  [/without - indicator/, "a list item must start with '- '", "start it with '- ', or indent it to belong to the item above"],
  [/directives-end marker/, "a map or list cannot start on the line of '---'", "start it on the next line"],
  [
    /Missing directives-end/,
    "a '---' line is missing behind the directive",
    "remove the directive: documents are YAML 1.2 without it",
  ],
  [/newline after block sequence/, "a list cannot start on the line of its anchor or tag", "start it on the next line"],
  [
    /leading empty lines/,
    "the first lines of this block text are indented deeper than the text",
    "remove the blanks on the empty lines above the text",
  ],
];

const UNEXPECTED: readonly Words[] = [
  [
    /at node end/,
    "something stands behind a value that has already ended",
    "a quoted value ends at its closing quote, a bracketed one at its bracket: remove what follows or quote the whole value",
  ],
  [/Unexpected ,|empty item/, "a comma with nothing before it", "remove it"],
  [
    /header/,
    "behind '|' or '>' only an indentation digit, '+', '-' and a comment may stand",
    "start the text on the next line, or quote a value that begins with '|' or '>'",
  ],
  [/doc-end/, "'...' ends a document, but there is none", "remove the line"],
  [/flow-(map|seq)-end/, "a closing bracket without an opening one", "remove it, or quote the value if it belongs to it"],
];

const INDENT: readonly Words[] = MISSING.filter(([when]) => when === UNCLOSED);

const BY_TEXT: Readonly<Record<string, readonly Words[]>> = {
  MISSING_CHAR: MISSING,
  UNEXPECTED_TOKEN: UNEXPECTED,
  BAD_INDENT: INDENT,
};

const OTHERWISE: Readonly<Record<string, readonly [message: string, help: string]>> = {
  ALIAS_PROPS: ["an alias cannot have an anchor or tag of its own", "remove the anchor or tag"],
  BAD_ALIAS: ["an anchor or alias needs a name of letters and digits", "name it, or quote the value if '&' or '*' belongs to it"],
  BAD_DQ_ESCAPE: [
    "in double quotes a backslash starts an escape, and this is none",
    "use single quotes, where a backslash is a backslash, or write it twice",
  ],
  BAD_INDENT: [
    "this line is indented unlike its neighbours",
    "entries of one map or list start in the same column; what belongs to a key stands deeper than it",
  ],
  BAD_PROP_ORDER: ["an anchor or tag stands before '?', ':' or '-'", "put it behind"],
  BAD_SCALAR_START: ["a value cannot start with this character", "put the value in single quotes"],
  BLOCK_AS_IMPLICIT_KEY: [
    "a value on the line of its key cannot hold a further 'key: value' or list",
    "quote the value if ': ' or '- ' belongs to it; else start the map or list on the next line, indented",
  ],
  BLOCK_IN_FLOW: [
    "an indented map or list cannot stand inside '[ ]' or '{ }'",
    "write it with brackets as well, or the outer one with indentation",
  ],
  KEY_OVER_1024_CHARS: ["a key may have at most 1024 characters", "is a quote or bracket above never closed?"],
  MISSING_CHAR: ["a character is missing here", "compare the line with the one above"],
  MULTILINE_IMPLICIT_KEY: [
    "a key must stand on one line",
    "a value that goes on must be indented deeper than its key; is ': ' missing in the line above?",
  ],
  MULTIPLE_ANCHORS: ["a value can have one anchor only", "remove one; quote the value if '&' belongs to it"],
  MULTIPLE_TAGS: ["a value can have one tag only", "remove them; quote the value if '!' belongs to it"],
  NON_STRING_KEY: [
    "a key must be text, not a map, list or alias",
    "a value that starts with '{' or '[' (such as '{{name}}') must be quoted",
  ],
  UNEXPECTED_TOKEN: [
    "this does not belong here",
    "quote the value if it starts with a character that means something in YAML; else compare with the line above",
  ],
};

const TAG: SyntaxWords = {
  rule: "repo/yaml-tag",
  message: "a value that starts with '!' is a tag, and this tag is not read here",
  help: "remove it, or put the value in single quotes if '!' belongs to it",
};

/** The words for one fault of the library. Faults that a tab in the indentation explains are given as such by the caller. */
export function wordsFor(fault: SyntaxFault): SyntaxWords {
  const rule = "repo/yaml-syntax";
  if (fault.code === "TAG_RESOLVE_FAILED" || fault.code === "BAD_COLLECTION_TYPE") return TAG;
  const special = BY_TEXT[fault.code]?.find(([when]) => when.test(fault.message));
  if (special) return { rule, message: special[1], help: special[2] };
  const [message, help] = OTHERWISE[fault.code] ?? ["this is not YAML 1.2", "compare with the line above"];
  return { rule, message, help };
}

/** Slips that the text of the line shows better than the library's error does. */
export function wordsByLine(fault: SyntaxFault, rest: string): Omit<SyntaxWords, "rule"> | null {
  if (/^(MISSING_CHAR|MULTILINE_IMPLICIT_KEY)$/.test(fault.code) && /^[\w.-]+:(?!\/\/)\S/.test(rest)) {
    return { message: "a blank is missing behind the colon", help: "write 'key: value'" };
  }
  if (fault.code === "BLOCK_AS_IMPLICIT_KEY" && !/(:|^-)([ \t]|$)/.test(rest)) {
    return {
      message: "the lines below are indented deeper than this key, which has a value already",
      help: "start them in the column of the key, or quote the value if they belong to it",
    };
  }
  return null;
}
