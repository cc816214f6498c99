import { matchAt, pastSpaces, placesOf } from "./anchors.ts";
import {
  endOfMatch,
  isNaming,
  isOrdinary,
  isSecretName,
  isStructure,
  isValue,
  isUnsure,
  type Kind,
  kindOfName,
  part,
  type Shape,
  valueOf,
} from "./shape.ts";

/*
 * Finds secrets in XML and HTML. Each tag is read once, and the content of a secret element is skipped once, so the time grows linearly
 * with the text. A value that is cut by the end of the text continues to that end.
 */

interface Attribute {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

export interface Tag {
  readonly name: string;
  readonly at: number;
  /** Offset at which the element's content begins. */
  readonly end: number;
  readonly attributes: readonly Attribute[];
  /** True if the element has no content. */
  readonly isEmpty: boolean;
}

const TAG_NAME = /<\??([A-Za-z_][\w.:-]{0,100})(?=[\s>/?])/y;
const ATTRIBUTE_NAME = /[^\s"'<>/=]{1,100}/y;
const UNQUOTED = /[^\s"'<>]*/y;
const MOST_ATTRIBUTES = 500;
const LONGEST_NAME = 200;

/** The HTML elements that have no content and no end tag. */
const VOID = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));

/** Returns the tag that begins at `at`; null if there is none. */
export function tagAt(text: string, at: number): Tag | null {
  const match = matchAt(TAG_NAME, text, at);
  if (!match) return null;
  const name = match[1] ?? "";
  const attributes: Attribute[] = [];
  let end = endOfMatch(match);
  while (end < text.length && attributes.length < MOST_ATTRIBUTES) {
    const sign = text[end] ?? "";
    if (sign === ">" || sign === "<") break;
    const key = matchAt(ATTRIBUTE_NAME, text, end);
    if (!key) {
      end += 1;
      continue;
    }
    end = endOfMatch(key);
    const called = key[0].replace(/^data-/i, "");
    const equals = pastSpaces(text, end);
    if (text[equals] !== "=") continue;
    const from = pastSpaces(text, equals + 1);
    const quote = text[from];
    if (quote === '"' || quote === "'") {
      const close = text.indexOf(quote, from + 1);
      const to = close < 0 ? text.length : close;
      attributes.push({ name: called, from: from + 1, to });
      end = Math.min(text.length, to + 1);
    } else {
      const value = matchAt(UNQUOTED, text, from);
      end = value ? endOfMatch(value) : from;
      attributes.push({ name: called, from, to: end });
    }
  }
  const isEmpty = text[end - 1] === "/" || text[end - 1] === "?" || VOID.has(name.toLowerCase());
  return { name, at, end: text[end] === ">" ? end + 1 : end, attributes, isEmpty };
}

const CDATA = "<![CDATA[";

/** Returns the offset of an element's end tag; the end of the text if there is none. */
function closeOf(text: string, { name, end }: Tag): number {
  const close = `</${name}`;
  let from = end;
  for (let tries = 0; tries < 100; tries++) {
    const at = text.indexOf(close, from);
    if (at < 0) return text.length;
    const cdata = text.slice(from, at).lastIndexOf(CDATA);
    const over = cdata < 0 ? -1 : text.indexOf("]]>", from + cdata);
    if (cdata >= 0 && over < 0) return text.length;
    if (over > at) from = over;
    else if (/[\s>]/.test(text[at + close.length] ?? ">")) return at;
    else from = at + 1;
  }
  return text.length;
}

const PIECES = /<!\[CDATA\[|\]\]>|<!--|-->|<[^<>]*>/g;

/**
 * Yields the text between tags; a CDATA section is text.
 * @param stays returns whether an element with this name is ordinary, so that its text is not yielded.
 */
function* betweenTags(text: string, from: number, to: number, stays: (name: string) => boolean): Generator<Shape> {
  let at = from;
  let isShown = false;
  const inside = text.slice(from, to);
  for (const tag of inside.matchAll(PIECES)) {
    const begins = from + (tag.index ?? 0);
    if (!isShown) yield* trimmed(text, at, begins);
    at = begins + tag[0].length;
    const name = /^<([\w.:-]{1,100})/.exec(tag[0])?.[1];
    isShown = name !== undefined && stays(name) && !isSecretName(name);
    if (name !== undefined)
      for (const { name: key, from: value, to: until } of tagAt(text, begins)?.attributes ?? [])
        if (isValue(key) && !isShown) yield* part(text, value, until);
  }
  if (!isShown) yield* trimmed(text, at, to);
}

const BEFORE_CONTENT = /^(?:<!--[^<]{0,1000}-->|<!\[CDATA\[|\s){0,20}/;
/** The number of characters in which BEFORE_CONTENT is searched; BEFORE_CONTENT cannot match more. */
const LONGEST_BEFORE = 21_000;

/**
 * Yields the text of an element whose name does not prove a secret (`state`, `session`), if the text looks like one. Reads only the text
 * before the first nested element; the caller visits nested elements separately.
 */
function* ownText(text: string, tag: Tag, kind: Kind): Generator<Shape> {
  if (tag.isEmpty) return;
  const from = tag.end + (BEFORE_CONTENT.exec(text.slice(tag.end, tag.end + LONGEST_BEFORE))?.[0].length ?? 0);
  const next = text.indexOf("<", from);
  const to = next < 0 ? text.length : next;
  const closed = text.slice(from, to).indexOf("]]>");
  yield* valueOf(kind, text, from, closed < 0 ? to : from + closed);
}

/** Yields a range without the white space around it, so that redaction leaves line ends in place. */
function* trimmed(text: string, from: number, to: number): Generator<Shape> {
  const first = pastSpaces(text, from, to - from);
  let last = to;
  while (last > first && /\s/.test(text[last - 1] ?? "")) last--;
  yield* part(text, first, last);
}

const NONE = (): boolean => false;
const FLOW =
  /^(?:a|div|span|p|label|form|h\d|ul|ol|li|section|article|main|header|footer|nav|table|tbody|tr|body|html|button|fieldset|legend|i|b|script|style)$/i;

/** Attributes that describe what an element is for and do not name its content. */
const FOR_ATTRIBUTES = /^(?:id|type|autocomplete|itemprop|label)$/i;

/** Elements of settings files, whose attribute `id` names their content. */
const FIELD = /^(?:[\w.-]{0,40}field|param|parameter|property|entry|column|setting|variable)$/i;

const namedBy = (key: string, called: string): Kind => {
  if (/^type$/i.test(key)) return /^password$/i.test(called) ? "password" : "none";
  return kindOfName(called);
};

const isForUse = (key: string, tag: string): boolean =>
  FOR_ATTRIBUTES.test(key) && !(/^id$/i.test(key) && FIELD.test(localName(tag)));

/** Returns the kind of the name in a tag's attributes, such as <input name="password">; "none" if they do not name a secret. */
function namedKind(text: string, { name, attributes }: Tag, forContent: boolean): Kind {
  if (forContent && FLOW.test(name)) return "none";
  let kind: Kind = "none";
  for (const { name: key, from, to } of attributes) {
    if (!isNaming(key) || to - from > LONGEST_NAME || (forContent && isForUse(key, name))) continue;
    const own = namedBy(key, text.slice(from, to));
    if (own !== "none" && (kind === "none" || isUnsure(kind))) kind = own;
  }
  return kind;
}

function* inTag(text: string, tag: Tag): Generator<Shape> {
  const named = namedKind(text, tag, false);
  const own = isSecretName(tag.name) ? kindOfName(tag.name) : "none";
  for (const { name, from, to } of tag.attributes) {
    yield* valueOf(kindOfName(name), text, from, to);
    if (isValue(name)) yield* valueOf(named === "none" ? own : named, text, from, to);
  }
}

const NAME_TAG = /^(?:[\w.-]*[-_.]?(?:name|key|property|field|string|header)|th|td|dt|k|id)$/i;
const LONGEST_COMMENT = 1000;
/** The most elements between the element with a name and the one with its value. */
const MOST_SIBLINGS = 6;
const CELL = /^(?:th|td|dt)$/i;
const localName = (name: string): string => name.slice(name.lastIndexOf(":") + 1);

/** Returns the offset of the next element after an end tag; -1 if the tag or a comment after it has no end. */
const afterTag = (text: string, close: number): number => {
  const end = text.slice(close, close + 200).indexOf(">");
  const next = end < 0 ? -1 : pastSpaces(text, close + end + 1, 1000);
  if (next < 0 || !text.startsWith("<!--", next)) return next;
  const comment = text.slice(next, next + LONGEST_COMMENT).indexOf("-->");
  return comment < 0 ? -1 : pastSpaces(text, next + comment + 3, 1000);
};

/**
 * Yields secrets in <name>password</name><value>...</value>, in either order.
 * @returns The offset at which the value ends; the tag's offset if it names no secret.
 */
function* namedBySibling(text: string, tag: Tag, before: readonly Tag[]): Generator<Shape, number> {
  const called = localName(tag.name);
  if (tag.isEmpty || !NAME_TAG.test(called)) return tag.at;
  const close = text.indexOf("<", tag.end);
  if (close < 0 || close - tag.end > LONGEST_NAME || text[close + 1] !== "/") return tag.at;
  const kind = kindOfName(
    text
      .slice(tag.end, close)
      .trim()
      .replace(/\s?[:*]$/, ""),
  );
  if (kind === "none") return tag.at;
  let begins = tag.at;
  for (const one of before) {
    const end = one.isEmpty ? -1 : text.indexOf("<", one.end);
    if (text[end + 1] !== "/" || afterTag(text, end) !== begins) break;
    if (isValue(localName(one.name))) yield* valueOf(kind, text, one.end, end);
    begins = one.at;
  }
  const sibling = valueSibling(text, close);
  if (!sibling || sibling.isEmpty || !isPartner(called, localName(sibling.name))) return tag.at;
  if (isUnsure(kind)) {
    yield* ownText(text, sibling, kind);
    return tag.at;
  }
  const end = closeOf(text, sibling);
  yield* betweenTags(text, sibling.end, end, NONE);
  return end;
}

/**
 * Returns the next element that holds the value for a name: one with a name such as `value`, also behind others such as a type, or else the
 * first. Returns null if there is none.
 */
function valueSibling(text: string, close: number): Tag | null {
  let first: Tag | null = null;
  for (let [most, end] = [MOST_SIBLINGS, close]; most > 0 && end >= 0; most--) {
    const next = afterTag(text, end);
    const sibling = next < 0 ? null : tagAt(text, next);
    if (!sibling) break;
    first ??= sibling;
    if (isValue(localName(sibling.name)) && !sibling.isEmpty) return sibling;
    end = sibling.isEmpty ? -1 : text.indexOf("<", sibling.end);
    if (text[end + 1] !== "/" || end - sibling.end > LONGEST_NAME) break;
  }
  return first;
}

const isPartner = (name: string, value: string): boolean =>
  CELL.test(name) ? /^(?:td|dd)$/i.test(value) : value.toLowerCase() !== name.toLowerCase() || /^string$/i.test(name);

const ENTITY = /<!ENTITY\s{1,20}(?:%\s{1,20})?([\w.-]{1,100})\s{1,20}(?:"([^"]*)"?|'([^']*)'?)/y;

/** Yields secrets by the names of elements and attributes, in XML and HTML. */
export function* markup(text: string): Generator<Shape> {
  let until = 0;
  let before: readonly Tag[] = [];
  for (const at of placesOf(text, "<")) {
    const entity = text[at + 1] === "!" ? matchAt(ENTITY, text, at) : null;
    if (entity) {
      const written = entity[2] ?? entity[3] ?? "";
      const from = endOfMatch(entity) - written.length - (/["']$/.test(entity[0]) && written !== "" ? 1 : 0);
      yield* valueOf(kindOfName(entity[1] ?? ""), text, from, from + written.length);
    }
    const tag = tagAt(text, at);
    if (!tag) continue;
    yield* inTag(text, tag);
    if (at >= until) {
      until = yield* namedBySibling(text, tag, before);
      const own = kindOfName(tag.name);
      const kind = own === "none" ? namedKind(text, tag, true) : own;
      if (isUnsure(kind)) yield* ownText(text, tag, kind);
      else if (kind !== "none" && !tag.isEmpty) {
        const close = closeOf(text, tag);
        until = close;
        yield* betweenTags(text, tag.end, close, isStructure(tag.name) ? isOrdinary : NONE);
      }
    }
    before = [tag, ...before.slice(0, MOST_SIBLINGS - 1)];
  }
}
