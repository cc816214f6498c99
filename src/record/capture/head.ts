import { withoutLeading, withoutOuter } from "../../kernel/index.ts";
import type { Anomaly } from "./anomalies.ts";
import { endOf, type Reader, type Span, spanOf } from "./bytes.ts";

/** A header field of an HTTP message as sent: its name not in lower case, and not joined with other headers of that name. */
export interface Header {
  readonly name: string;
  /** The value of the header, decoded as Latin-1, without surrounding white space; a space joins the lines of a folded header. */
  readonly value: string;
  /** The range of the header's value in the recorded bytes of its direction. */
  readonly at: Span;
}

export type StartLine =
  | { readonly kind: "request"; readonly method: string; readonly target: string; readonly version: string }
  | { readonly kind: "response"; readonly status: number; readonly reason: string; readonly version: string };

export interface Head {
  readonly at: Span;
  readonly start: StartLine;
  readonly headers: readonly Header[];
  readonly anomalies: readonly Anomaly[];
}

/** The result of reading an HTTP head. `cut`: the recorded bytes end in it; `other`: they are no head; `endless`: it exceeds 1 MiB. */
export type HeadRead = { readonly kind: "head"; readonly head: Head } | { readonly kind: "cut" | "other" | "endless" };

const BLANKS = " \t";
const MOST_LINE = 1024 * 1024;
const MOST_HEAD = 1024 * 1024;
const LONG_HEAD = 64 * 1024;

// as in RFC 9112, 3 and 4, but also with several spaces between the parts, and without a reason after the status
const REQUEST = /^([!#$%&'*+.^_`|~\dA-Za-z-]+)[ \t]+(\S(?:.*\S)?)[ \t]+HTTP\/(1\.\d)[ \t]*$/;
const RESPONSE = /^HTTP\/(1\.\d)[ \t]+(\d{3})(?:[ \t](.*))?$/s;

function startLine(text: string): StartLine | null {
  if (text.includes("\r")) return null;
  const [, method, target = "", asked = ""] = REQUEST.exec(text) ?? [];
  if (method !== undefined) return { kind: "request", method, target, version: asked };
  const [, answered, status = "", reason = ""] = RESPONSE.exec(text) ?? [];
  if (answered === undefined) return null;
  return { kind: "response", status: Number(status), reason: withoutLeading(reason, BLANKS), version: answered };
}

/** Returns whether a text, which ends where the recorded bytes do, can be the beginning of a request line or status line. */
export const mayBegin = (text: string, kind: StartLine["kind"]): boolean =>
  kind === "response"
    ? /^H(?:T(?:T(?:P(?:\/(?:1(?:\.(?:\d(?:[ \t]+\d{0,3}(?:[ \t].*)?)?)?)?)?)?)?)?)?$/s.test(text)
    : /^[!#$%&'*+.^_`|~\dA-Za-z-]{1,40}(?:[ \t].*)?$/s.test(text);

/** Reads the HTTP head that begins at `offset`. */
export function readHead(reader: Reader, offset: number, kind: StartLine["kind"]): HeadRead {
  const first = reader.line(offset, MOST_LINE);
  if (!first) {
    const rest = Buffer.from(reader.raw.read(offset, 512)).toString("latin1").replace(/\r$/, "");
    if (!mayBegin(rest, kind)) return { kind: "other" };
    return { kind: reader.raw.length - offset > MOST_LINE ? "endless" : "cut" };
  }
  const start = startLine(first.text);
  if (start?.kind !== kind) return { kind: "other" };
  const anomalies = new Set<Anomaly>(first.bare ? ["bare-line-feed"] : []);
  if (first.text.includes("\0")) anomalies.add("nul-in-head");
  const fields = readFields(reader, first.next, offset + MOST_HEAD, anomalies);
  if ("kind" in fields) return fields;
  if (fields.next - offset > LONG_HEAD) anomalies.add("long-head");
  return { kind: "head", head: { at: spanOf(offset, fields.next), start, headers: fields.headers, anomalies: [...anomalies] } };
}

/**
 * Reads the headers of a message, or the trailers of its body, up to the empty line.
 * @param most The offset after which the headers count as endless.
 * @param anomalies The set to which irregularities are added.
 */
export function readFields(
  reader: Reader,
  from: number,
  most: number,
  anomalies: Set<Anomaly>,
): { readonly headers: readonly Header[]; readonly next: number } | { readonly kind: "cut" | "endless" } {
  const headers: Header[] = [];
  // the lines of a folded header are joined once it is complete, because joining line by line takes quadratic time
  let values: string[] = [];
  const close = () => {
    const last = headers.at(-1);
    if (last && values.length > 1) headers[headers.length - 1] = { ...last, value: values.filter((one) => one !== "").join(" ") };
  };
  for (let at = from; at <= most; ) {
    const line = reader.line(at, most - at);
    if (!line) return { kind: reader.raw.length > most ? "endless" : "cut" };
    if (line.bare) anomalies.add("bare-line-feed");
    if (line.text.includes("\0")) anomalies.add("nul-in-head");
    if (line.text.includes("\r")) anomalies.add("bare-carriage-return");
    const last = headers.at(-1);
    if (line.text !== "" && /^[ \t]/.test(line.text) && last) {
      anomalies.add("folded-header");
      values.push(trimmed(line.text));
      headers[headers.length - 1] = { ...last, at: spanOf(last.at.offset, endOf(line.at)) };
    } else {
      close();
      if (line.text === "") return { headers, next: line.next };
      const header = headerOf(line.text, line.at.offset, anomalies);
      headers.push(header);
      values = [header.value];
    }
    at = line.next;
  }
  return { kind: "endless" };
}

const trimmed = (text: string): string => withoutOuter(text, BLANKS);

function headerOf(text: string, offset: number, anomalies: Set<Anomaly>): Header {
  if (/^[ \t]/.test(text)) anomalies.add("space-before-header");
  const colon = text.indexOf(":");
  if (colon < 0) {
    anomalies.add("header-without-colon");
    return { name: trimmed(text), value: "", at: { offset: offset + text.length, length: 0 } };
  }
  if (/[ \t]$/.test(text.slice(0, colon))) anomalies.add("space-before-colon");
  const value = trimmed(text.slice(colon + 1));
  const begins = colon + 1 + (/^[ \t]*/.exec(text.slice(colon + 1))?.[0].length ?? 0);
  return { name: trimmed(text.slice(0, colon)), value, at: { offset: offset + begins, length: value.length } };
}

/** Returns the values of all headers with the given name, which must be in lower case, as sent and in order. */
export const valuesOf = (headers: readonly Header[], name: string): readonly string[] =>
  headers.flatMap((header) => (header.name.toLowerCase() === name ? [header.value] : []));

export const valueOf = (headers: readonly Header[], name: string): string | null => valuesOf(headers, name)[0] ?? null;
