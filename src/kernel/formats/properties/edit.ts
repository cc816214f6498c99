import { BACKSLASH, BANG, COLON, EQUALS, HASH } from "./chars.ts";
import { contentRefused } from "../../diagnostic/refusal.ts";
import { encodeKey, encodePart, type Style } from "./encode.ts";
import { completion, convertJoins, type Eol } from "./eol.ts";
import { type OldValue, oldValue, reads, respell } from "./respell.ts";
import type { LogicalLine } from "./logical-line.ts";
import { tokens } from "./tokens.ts";
import type { Charset, PropertyChange } from "./types.ts";

/** The parts of a properties file that `editText` reads. Java must be able to load the file. */
export interface Editable {
  readonly text: string;
  readonly eol: Eol;
  readonly charset: Charset;
  /** Returns the style in which most values of the file have ':', '=', '#' and '!': for a value whose own old text has none of them. */
  style(): Style;
  readonly lines: readonly LogicalLine[];
  /** For each decoded key, the indexes in `lines` of its entries. */
  readonly index: ReadonlyMap<string, readonly number[]>;
  /** Returns the decoded value of the entry whose logical line is `lines[line]`. */
  value(line: number): string;
  /** A cache of old values, which earlier edits of the document have split into tokens. */
  readonly old: Map<LogicalLine, Old>;
}

/** An old value with its style of ':', '=', '#' and '!'; `style` is null if the value has none of these signs. */
interface Old extends OldValue {
  readonly style: Style | null;
}

interface Cut {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Returns the text of a properties file with all changes; `doc.text` itself if nothing changes. The last change of a key counts. */
export function editText(doc: Editable, changes: readonly PropertyChange[]): string {
  const byKey = new Map<string, PropertyChange>();
  for (const change of changes) byKey.set(change.key, change);
  const cuts: Cut[] = [];
  let added = "";
  for (const [key, change] of byKey) {
    const at = doc.index.get(key);
    if ("remove" in change) for (const i of at ?? []) cuts.push(removal(doc, i));
    else if (at) setAll(doc, at, change, cuts);
    else added += encodeKey(key, doc.charset) + newValue(doc, null, change) + doc.eol;
  }
  if (cuts.length === 0 && added === "") return doc.text;
  cuts.sort((a, b) => a.start - b.start);
  let out = "";
  let from = 0;
  for (const cut of cuts) {
    out += doc.text.slice(from, cut.start) + cut.text;
    from = cut.end;
  }
  out += doc.text.slice(from);
  return added === "" ? out : out + completionAfter(doc, cuts.at(-1)) + added;
}

function removal(doc: Editable, i: number): Cut {
  const line = doc.lines[i] as LogicalLine;
  return { start: line.start, end: line.end, text: "" };
}

/** Sets the value of every entry of a key, because readers can use different ones; a `raw` change also respells an equal value. */
function setAll(
  doc: Editable,
  at: readonly number[],
  change: PropertyChange & ({ value: string } | { raw: string }),
  cuts: Cut[],
): void {
  const value = "value" in change ? change.value : decodedRaw(doc, change);
  for (const i of at) {
    const equal = doc.value(i) === value;
    // an equal value keeps its spelling unless the change is `raw`; an equal empty value always keeps it, because its entry can consist of
    // continuations only
    if (equal && (value === "" || !("raw" in change))) continue;
    const line = doc.lines[i] as LogicalLine;
    const start = value === "" ? line.separatorEnd : line.separator === "none" ? line.keyEnd : line.valueStart;
    const text = value === "" ? "" : newValue(doc, line, change);
    if (equal && text === doc.text.slice(start, line.contentEnd)) continue;
    cuts.push({ start, end: line.contentEnd, text });
  }
}

/** Returns the spelling of an entry's new value, with a '=' before it if the line has no separator. `line` is null for a new entry. */
function newValue(
  doc: Editable,
  line: LogicalLine | null,
  change: PropertyChange & ({ value: string } | { raw: string }),
): string {
  const separator = !line || line.separator === "none" ? "=" : "";
  const { charset } = doc;
  const value = "value" in change ? change.value : decodedRaw(doc, change);
  const context = { charset, style: doc.style(), atStart: true, signAtStart: line?.separator === "space", atEnd: true };
  if ("raw" in change) return separator + (adopted(change.raw, value, doc, context.signAtStart) ?? encodePart(value, context));
  if (!line) return separator + encodePart(value, context);
  const old = oldOf(doc, line);
  // ':', '=', '#' and '!' are escaped in the style of the old value, or, if it has none of them, in the style of the document
  return separator + respell(old, value, { charset, style: old.style ?? doc.style() });
}

/** Returns the old value of an entry; splits it into tokens at the first call for `line`. */
function oldOf(doc: Editable, line: LogicalLine): Old {
  let old = doc.old.get(line);
  if (!old) {
    old = { ...oldValue(doc.text, line, doc.charset), style: styleOfRanges(doc.text, [line]) };
    doc.old.set(line, old);
  }
  return old;
}

function decodedRaw(doc: Editable, change: { readonly key: string; readonly raw: string }): string {
  const value = reads(change.raw, doc.charset);
  if (value !== null) return value;
  throw contentRefused(
    `the value of ${change.key} holds a \\u that four hexadecimal digits do not follow; java.util.Properties cannot load it`,
  );
}

/**
 * Returns the spelling `raw`, which another properties file has for a value, adapted to the line ends of `doc`; null if Java would read
 * another value than `value` from it in `doc`.
 */
function adopted(raw: string, value: string, doc: Editable, signAtStart: boolean): string | null {
  if (raw.indexOf("\\") < 0) {
    if (/[\r\n]/.test(raw) || /^[ \t\f]/.test(raw)) return null;
    return signAtStart && /^[=:]/.test(raw) ? `\\${raw}` : raw;
  }
  const parts = tokens(raw, 0, raw.length, doc.charset);
  while (parts.length > 0 && parts.at(-1)?.text === "") parts.pop();
  if (/^[ \t\f\r\n]/.test(raw) || parts[0]?.kind === "join" || parts.some((t) => t.kind === "bare" && /[\r\n]/.test(t.text)))
    return null;
  const kept = convertJoins(raw.slice(0, parts.at(-1)?.end ?? 0), doc.eol);
  const spelt = signAtStart && /^[=:]/.test(kept) ? `\\${kept}` : kept;
  return reads(spelt, doc.charset) === value ? spelt : null;
}

/** Returns `store` if at least half of the ':', '=', '#' and '!' in these values are escaped, else `plain`; null if they have none. */
export function styleOfRanges(text: string, ranges: readonly Pick<LogicalLine, "valueStart" | "valueEnd">[]): Style | null {
  let escaped = 0;
  let all = 0;
  for (const { valueStart, valueEnd } of ranges) {
    for (let i = valueStart; i < valueEnd; i++) {
      const c = text.charCodeAt(i);
      if (c !== COLON && c !== EQUALS && c !== HASH && c !== BANG) continue;
      all++;
      if (i > valueStart && text.charCodeAt(i - 1) === BACKSLASH) escaped++;
    }
  }
  if (all === 0) return null;
  return escaped * 2 >= all ? "store" : "plain";
}

/** Returns the text (such as a line end) that must be added to the end of the file, after the last cut, before a line can be appended. */
function completionAfter(doc: Editable, cut: Cut | undefined): string {
  const last = doc.lines.at(-1);
  if (!last || !cut || cut.end <= last.start) return completion(doc.text, last, doc.eol);
  if (last.end < doc.text.length) return completion(doc.text, undefined, doc.eol);
  const removed = cut.start === last.start && cut.end === last.end && cut.text === "";
  return removed || last.contentEnd < last.end ? "" : doc.eol;
}
