import { defineDiagnostic } from "../../diagnostic/define.ts";
import { name, say, type Text } from "../../diagnostic/text.ts";

interface Words {
  readonly message: Text;
  readonly help: Text;
}

const told = (message: Text, help: Text): Words => ({ message, help });

/** The words for each fault of YAML syntax. None quotes the document: before it is parsed, nothing shows which part of it is a secret. */
const CAUSES = {
  "open-double-quote": told(
    say`the double quote that opens here is never closed`,
    say`write '"' at the end of the value, or remove the one here; write a Windows path in single quotes, because in double quotes a backslash starts an escape, before the last quote as well`,
  ),
  "open-single-quote": told(
    say`the single quote that opens here is never closed`,
    say`write "'" at the end of the value, or remove the one here; inside single quotes a quote is written twice: ''`,
  ),
  "closed-in-comment": told(
    say`the quote that opens here is probably not closed before the comment: a quote in the comment closes it`,
    say`write the closing quote at the end of the value, before ' #'; if ' #' belongs to the value, write a single quote inside it twice, '', and a double quote as \\"`,
  ),
  "open-square": told(say`the '[' that opens here is never closed`, say`write ']' after its last item`),
  "open-brace": told(say`the '{' that opens here is never closed`, say`write '}' after its last key and value`),
  "brace-for-square": told(
    say`the '[' that opens here is closed by '}' instead of ']'`,
    say`write ']' in place of that '}', or before it if it closes an outer '{'; a map of 'key: value' opens with '{'`,
  ),
  "square-for-brace": told(
    say`the '{' that opens here is closed by ']' instead of '}'`,
    say`write '}' in place of that ']', or before it if it closes an outer '['; a list of values opens with '['`,
  ),
  "closing-bracket": told(say`a closing bracket without an opening one`, say`remove it, or quote the value if it belongs to it`),
  comment: told(
    say`a '#' starts a comment only after a space`,
    say`put a space before it, or quote the value if '#' belongs to it`,
  ),
  "space-after-anchor": told(
    say`a space is missing after this anchor or tag`,
    say`put a space after it, or quote the value if '&' or '!' belongs to it`,
  ),
  "missing-comma": told(say`a comma is missing before this item`, say`separate the items of '[ ]' and '{ }' by ', '`),
  "empty-item": told(say`a comma with nothing before it`, say`remove it`),
  "space-after-colon": told(say`a space is missing after the colon`, say`write 'key: value'`),
  "no-colon-here": told(say`a colon is missing after this key`, say`write ': ' (colon and space) between the key and its value`),
  "no-pair": told(
    say`this is not 'key: value'`,
    say`a key needs ': ' (colon and space) after it; a value that goes on must be indented deeper than its key`,
  ),
  "no-dash": told(say`a list item must start with '- '`, say`start it with '- ', or indent it to belong to the item above`),
  "no-space-after-dash": told(
    say`a space is missing after the dash of this list item`,
    say`write '- ' (dash and space) before the item; put a text that begins with '-' in quotes`,
  ),
  "stray-dash": told(
    say`this dash starts a list, but its key and the keys next to it are one map`,
    say`remove the dash, and start the key in the column of the others`,
  ),
  "on-line-of-start": told(say`a map or list cannot start on the line of '---'`, say`start it on the next line`),
  "directive-without-start": told(
    say`a '---' line is missing after the directive`,
    say`remove the directive: documents are YAML 1.2 without it`,
  ),
  "list-after-anchor": told(say`a list cannot start on the line of its anchor or tag`, say`start it on the next line`),
  "deep-first-lines": told(
    say`the first lines of this block text are indented deeper than the text`,
    say`remove the spaces on the empty lines above the text`,
  ),
  "after-value": told(
    say`text follows a value that has already ended`,
    say`a quoted value ends at its closing quote, a bracketed one at its bracket: remove what follows or quote the whole value`,
  ),
  "stray-quote": told(
    say`a quote follows a value that has already ended`,
    say`remove it, or put the whole value in single quotes, where a single quote is written twice: ''`,
  ),
  "block-header": told(
    say`after '|' or '>' only an indentation digit, '+', '-' and a comment are allowed`,
    say`start the text on the next line, or quote a value that begins with '|' or '>'`,
  ),
  "document-end": told(say`'...' ends a document, but there is none`, say`remove the line`),
  "alias-with-anchor": told(say`an alias cannot have an anchor or tag of its own`, say`remove the anchor or tag`),
  "anchor-name": told(
    say`an anchor or alias needs a name of letters and digits`,
    say`name it, or quote the value if '&' or '*' belongs to it`,
  ),
  escape: told(
    say`in double quotes a backslash starts an escape, and this is none`,
    say`use single quotes, where a backslash is a backslash, or write it twice`,
  ),
  "many-escapes": told(
    say`this value in double quotes has more than 1000 backslashes that start no escape`,
    say`put the value in single quotes, where a backslash is a backslash; is it a binary file or a dump?`,
  ),
  indentation: told(
    say`this line is indented unlike its neighbours`,
    say`entries of one map or list start in the same column; what belongs to a key is indented deeper than it`,
  ),
  "below-a-value": told(
    say`the lines below are indented deeper than this key, which has a value already`,
    say`remove the value if the lines below are its map; else start them in the column of the key, or quote the value if they continue it`,
  ),
  "too-far-left": told(
    say`this key starts further left than the lines below it, and separates them from the map above`,
    say`start it in their column if it belongs to that map; else move it out of the map, or start the lines below in its column`,
  ),
  "too-far-right": told(
    say`this key starts further right than the line below it`,
    say`start both in one column if they belong to one map; else move the line below to the column of its own map`,
  ),
  "anchor-order": told(say`an anchor or tag is before '?', ':' or '-'`, say`put it after`),
  "first-character": told(say`a value cannot start with this character`, say`put the value in single quotes`),
  "pair-in-value": told(
    say`a value on the line of its key cannot hold a further 'key: value' or list`,
    say`quote the value if ': ' or '- ' belongs to it; else start the map or list on the next line, indented`,
  ),
  "block-in-brackets": told(
    say`an indented map or list cannot be inside '[ ]' or '{ }'`,
    say`write it with brackets as well, or the outer one with indentation`,
  ),
  "long-key": told(
    say`a key can have at most 1024 characters`,
    say`is a quote or bracket above never closed, or a value written as a key?`,
  ),
  "missing-character": told(say`a character is missing here`, say`compare the line with the one above`),
  "key-of-lines": told(
    say`a key must be on one line`,
    say`a value that goes on must be indented deeper than its key; is ': ' missing in the line above?`,
  ),
  "two-anchors": told(say`a value can have one anchor only`, say`remove one; quote the value if '&' belongs to it`),
  "two-tags": told(say`a value can have one tag only`, say`remove them; quote the value if '!' belongs to it`),
  "no-text-key": told(
    say`a key must be text, not a map, list or alias`,
    say`a value that starts with '{' or '[' (such as '{{name}}') must be quoted`,
  ),
  unexpected: told(
    say`this does not belong here`,
    say`quote the value if it starts with a character that means something in YAML; else compare with the line above`,
  ),
  other: told(say`this is not YAML 1.2`, say`compare with the line above`),
} as const satisfies Readonly<Record<string, Words>>;

/**
 * Returns the words about a line that begins with a known key and has no colon. They name only the key, because the text after it can be a
 * secret.
 */
const withoutColon = (key: Text): Words => ({
  message: say`a colon is missing after ${key}`,
  help: say`write '${key}: ' (colon and space) and its value after it, or ${key}: alone with its keys indented on the lines below; a text that goes on must be indented deeper than its key`,
});

/** Returns the words about a known key that is directly followed by its value, without a colon between them, as inside brackets. */
const beforeValue = (key: Text): Words => ({
  message: say`a colon is missing after ${key}`,
  help: say`write '${key}: ' (colon and space) before its value`,
});

/** Returns the words about a key and the first key of its map on one line. */
const onOneLine = (key: Text, first: Text): Words => ({
  message: say`${key} and ${first}, a key of its map, are on one line`,
  help: say`write '${key}:' alone on its line, and '${first}:' on the next, indented deeper; what belongs to ${first} is indented deeper still`,
});

/**
 * Returns the words about a key with a value on its line, above lines that are indented like the key's map but do not certainly belong to
 * it.
 */
const belowValue = (key: Text): Words => ({
  message: say`${key} has a value on its line, and the lines below are indented as its map`,
  help: say`remove the value after '${key}:' if they are its map; else start them in the column of ${key}`,
});

/** Returns the words about a value on the line of a key whose map is on the lines below. */
const aboveMap = (key: Text): Words => ({
  message: say`${key} has a value on its line and a map on the lines below`,
  help: say`remove the value after '${key}:': the map is on the lines below`,
});

/** The words for each fault that is described with a key of config documents, and with the first key of its map if both are on one line. */
const WITH_KEY = {
  "no-colon": withoutColon,
  "no-colon-before-value": beforeValue,
  "value-above-map": aboveMap,
  "key-with-value": belowValue,
  "keys-on-one-line": onOneLine,
} as const;

export type SyntaxCause = keyof typeof CAUSES | keyof typeof WITH_KEY;

const isWithKey = (cause: SyntaxCause): cause is keyof typeof WITH_KEY => Object.hasOwn(WITH_KEY, cause);

const FILE = "environments/demo/environment.yaml";

export const yamlSyntax = defineDiagnostic({
  id: "repo/yaml-syntax",
  severity: "error",
  title: "a document is not YAML 1.2",
  why: "Nothing of such a file is used. One reader stops at broken grammar, another guesses, so what depends on the file is not compiled.",
  remedy:
    "Fix the first fault first: one slip often makes the rest look wrong. Quote values that hold ': ', ' #' or start with a sign.",
  clauses: [],
  message: ({
    cause,
    key = "",
    first = "",
  }: {
    readonly cause: SyntaxCause;
    readonly key?: string;
    readonly first?: string;
  }) => ({
    ...(isWithKey(cause) ? WITH_KEY[cause]([name(key)], [name(first)]) : CAUSES[cause]),
    // for this fault, the parser does not read the text after it
    notes: cause === "many-escapes" ? [say`the document was read up to here`] : [],
  }),
  fails: { file: FILE, replace: "tool: 2024x Refresh3", with: 'tool: "2024x Refresh3' },
  passes: [
    { file: FILE, replace: "tool: 2024x Refresh3", with: 'tool: "2024x Refresh3"' },
    { file: FILE, replace: "authentication: password", with: "authentication:\n  password" },
  ],
});
