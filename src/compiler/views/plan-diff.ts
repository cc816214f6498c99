import { append, listChanges } from "../../kernel/index.ts";
import type { Change } from "../plan/plan.ts";
import { inLine, shorten } from "../../report/index.ts";
import type { Fact } from "./plan-sections.ts";

/** One line of a diff block. The sign `@` is for a heading of the lines below it, `!` for a change whose values are not shown. */
export interface DiffLine {
  readonly sign: "-" | "+" | " " | "@" | "!";
  readonly text: string;
}

/** Number of characters of a line of a diff block, without its sign, that a web page of 860 pixels shows without scrolling. */
const WIDTH = 88;
/**
 * Numbers of characters: of the longest value that is shown whole (`LONGEST`), of the part shown of a longer value (`SHOWN`), and of the
 * part before the first difference of two long values (`BEFORE`).
 */
const LONGEST = 1_200;
const SHOWN = 600;
const BEFORE = 60;
/** Number of changed elements of a list that are shown. */
const MOST_ELEMENTS = 20;

const PLAIN_KEY = /^[\p{L}\p{N}_$/*][\p{L}\p{N}_.$/*@[\]-]*$/u;
/** Pattern of a value that without quotes could be mistaken for another value or for words that Tierwright adds. */
const NEEDS_QUOTES = /^$|^[\s"'(]|\s$|[\p{Cc}\u2028\u2029]/u;

/** Returns a value on one line. A value in quotes is escaped: a line feed is \n, and a backslash is doubled. */
export const valueText = (value: string): string => inLine(NEEDS_QUOTES.test(value) ? JSON.stringify(value) : value);

const keyText = (key: string): string => inLine(PLAIN_KEY.test(key) ? key : JSON.stringify(key));

/** Returns the parts of two values that are shown. Long values are cut around their first difference. */
function shownParts(before: string, after: string): readonly [string, string] {
  if (before.length <= LONGEST && after.length <= LONGEST) return [before, after];
  let same = 0;
  while (same < before.length && before[same] === after[same]) same++;
  const from = Math.max(0, same - BEFORE);
  const part = (value: string) => (from > 0 ? "…" : "") + shorten(value.slice(from), LONGEST, SHOWN);
  return [part(before), part(after)];
}

const line = (sign: DiffLine["sign"], text: string): DiffLine => ({ sign, text });

/** Returns the changed elements of two values that are long lists; null if the values are shown whole. */
function elementLines(key: string, before: string, after: string): readonly DiffLine[] | null {
  const changes = listChanges(before, after);
  if (changes === null || changes.length === 0) return null;
  const more = changes.length - MOST_ELEMENTS;
  return [
    line(" ", `${key}: ${changes.length} of its elements change`),
    ...changes
      .slice(0, MOST_ELEMENTS)
      .flatMap(({ at, expected, found }) => [
        ...(expected === null ? [] : [line("-", `    element ${at} = ${valueText(shorten(expected, SHOWN, SHOWN))}`)]),
        ...(found === null ? [] : [line("+", `    element ${at} = ${valueText(shorten(found, SHOWN, SHOWN))}`)]),
      ]),
    ...(more > 0 ? [line(" ", `    and ${more} more elements`)] : []),
  ];
}

/** Returns a changed value as diff lines: the removed one, then the added one. null stands for no value. */
export function valueLines(name: string, before: string | null, after: string | null): readonly DiffLine[] {
  const key = keyText(name);
  if (before !== null && after !== null) {
    const elements = elementLines(key, before, after);
    if (elements) return elements;
    const [old, now] = shownParts(before, after);
    return [line("-", `${key} = ${valueText(old)}`), line("+", `${key} = ${valueText(now)}`)];
  }
  const only = (value: string) => `${key} = ${valueText(shorten(value, LONGEST, SHOWN))}`;
  return [...(before === null ? [] : [line("-", only(before))]), ...(after === null ? [] : [line("+", only(after))])];
}

/** Returns facts of an environment (verdict, addresses) as diff lines; a fact that does not change is one line. */
export const factsDiff = (facts: readonly Fact[]): readonly DiffLine[] =>
  facts.flatMap(({ name, before, after }): readonly DiffLine[] => {
    const of = (value: string | null) => (value === null ? "none" : valueText(value));
    if (before === after) return [line(" ", `${name} = ${of(after)} (stays)`)];
    return [line("-", `${name} = ${of(before)}`), line("+", `${name} = ${of(after)}`)];
  });

/** Returns the diff lines of one changed key. A secret's change is named without its values. */
function keyLines({ key, kind, secret, before, after }: Change): readonly DiffLine[] {
  const name = key ?? "";
  if (!secret) return valueLines(name, kind === "add" ? null : (before ?? null), kind === "remove" ? null : (after ?? null));
  if (kind === "add") return [line("+", `${keyText(name)}: a secret is added`)];
  return kind === "remove"
    ? [line("-", `${keyText(name)}: a secret is removed`)]
    : [line("!", `${keyText(name)}: a secret changes`)];
}

/** Layers that every YAML layer overrides. A line number in a kit's file explains nothing, so only the file is named. */
const WHOLE_FILE: readonly string[] = ["kit", "carried"];

/** Returns the place that decides a change, like 'environments/site.yaml:33 (defaults)', and what the key decides. */
function headTexts({ cause, decides }: Change): readonly string[] {
  const place = cause && `${cause.file}${WHOLE_FILE.includes(cause.layer) ? "" : `:${cause.line}`} (${cause.layer})`;
  const all = [...(place === null ? [] : [place]), ...(decides === null ? [] : [decides])].map(inLine);
  const text = all.join(": ");
  return text.length > WIDTH ? all : text === "" ? [] : [text];
}

/** Returns the changed keys of one file as diff lines, grouped below the places in the YAML that decide them. */
export function keysDiff(keys: readonly Change[]): readonly DiffLine[] {
  const heads = new Map<string, DiffLine[]>();
  for (const change of keys) {
    const texts = headTexts(change);
    const own = heads.get(texts.join("\n")) ?? texts.map((text) => line("@", text));
    heads.set(texts.join("\n"), own);
    append(own, keyLines(change));
  }
  return [...heads.values()].flat();
}

/** Returns the lines of a unified diff, without those that name the files. */
export const textDiff = (diff: string): readonly DiffLine[] =>
  diff
    .replace(/\n$/, "")
    .split("\n")
    .slice(2)
    .map((all): DiffLine => {
      const [sign = " ", text] = [all[0], inLine(all.slice(1))];
      if (all.startsWith("@@")) return line("@", all.replace(/^@@ | @@$/g, ""));
      return line(sign === "-" || sign === "+" ? sign : " ", text);
    });

/**
 * Splits a text into a first piece of at most `first` characters and further pieces of at most `rest`, after a space or comma if one is
 * near the end of the piece.
 */
function pieces(text: string, first: number, rest: number): readonly string[] {
  const characters = [...text];
  const found: string[] = [];
  for (let from = 0; from < characters.length || found.length === 0; ) {
    const width = found.length === 0 ? first : rest;
    let size = Math.min(width, characters.length - from);
    if (from + size < characters.length) {
      const near = characters.slice(from + size - NEAR, from + size).findLastIndex((c) => c === " " || c === ",");
      if (near >= 0) size += near + 1 - NEAR;
    }
    found.push(characters.slice(from, from + size).join(""));
    from += size;
  }
  return found;
}

/** Number of columns at the end of a line in which a space or comma is searched, to break the line there. */
const NEAR = 24;
const CONTINUED = "    … ";

/**
 * Returns a line of a diff block. A text that is too wide continues on further lines that begin with the sign of the first one, so that no
 * part of it can be taken for another line of the diff.
 * @param gap The text between the sign and the line.
 */
export const blockLines = ({ sign, text }: DiffLine, gap = " "): readonly string[] =>
  pieces(text, WIDTH, WIDTH - CONTINUED.length).map((piece, i) => {
    const own = i === 0 ? piece : CONTINUED + piece;
    return sign === "@" ? `@@ ${own} @@` : sign + gap + own;
  });
