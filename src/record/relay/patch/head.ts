import { withoutTrailing } from "../../../kernel/index.ts";

/* Parses the head of an HTTP/1 message for a relay in mode `patch`: the offset of each header field, and how the body ends. */

export interface Field {
  /** The name of the header field in lower case. */
  readonly name: string;
  readonly value: string;
  /** The offset of the field's value in the head, after leading white space. */
  readonly start: number;
  /** True if programs read the field differently: it continues in the next line, has no colon, or has white space around its name. */
  readonly odd: boolean;
}

export interface Head {
  readonly start: string;
  readonly fields: readonly Field[];
}

/**
 * The way in which the body of a message ends. `rest`: it ends when the connection closes; null: programs would disagree about the end, so
 * where the next message begins is uncertain.
 */
export type Body = { readonly kind: "none" | "chunked" | "rest" } | { readonly kind: "length"; readonly length: number } | null;

const FRAMING = new Set(["content-length", "transfer-encoding"]);

export function headIn(bytes: Buffer): Head {
  const text = bytes.toString("latin1");
  const fields: Field[] = [];
  let start = "";
  for (const [line, at] of linesOf(text)) {
    const last = fields.at(-1);
    if (start === "") start = line;
    else if (/^[ \t]/.test(line) && last) fields[fields.length - 1] = { ...last, odd: true };
    else if (line !== "") fields.push(fieldIn(line, at));
  }
  return { start, fields };
}

function* linesOf(text: string): Generator<readonly [string, number]> {
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf("\n", at);
    const line = text.slice(at, end === -1 ? text.length : end).replace(/\r$/, "");
    yield [line, at];
    at = end === -1 ? text.length : end + 1;
  }
}

function fieldIn(line: string, at: number): Field {
  const colon = line.indexOf(":");
  const name = colon === -1 ? line : line.slice(0, colon);
  const rest = line.slice(name.length + 1);
  const value = rest.replace(/^[ \t]+/, "");
  const start = at + line.length - value.length;
  return {
    name: name.trim().toLowerCase(),
    value: withoutTrailing(value, " \t"),
    start,
    odd: colon === -1 || name !== name.trim(),
  };
}

export const fieldsOf = ({ fields }: Head, name: string): readonly Field[] => fields.filter((field) => field.name === name);

/**
 * Returns the body that Content-Length or Transfer-Encoding declares, "nothing" without these fields; null if programs read it differently.
 */
function declared(head: Head): Body | "nothing" {
  const framing = head.fields.filter(({ name }) => FRAMING.has(name));
  if (framing.some(({ odd }) => odd)) return null;
  const lengths = new Set(fieldsOf(head, "content-length").map(({ value }) => value));
  const codings = fieldsOf(head, "transfer-encoding").flatMap(({ value }) =>
    value
      .toLowerCase()
      .split(",")
      .map((one) => one.trim()),
  );
  if (codings.length > 0)
    return lengths.size === 0 && codings.indexOf("chunked") === codings.length - 1 ? { kind: "chunked" } : null;
  if (lengths.size === 0) return "nothing";
  const [length = ""] = lengths;
  return lengths.size === 1 && /^\d{1,15}$/.test(length) ? { kind: "length", length: Number(length) } : null;
}

const REQUEST = /^([!#$%&'*+.^_`|~\w-]+) +\S(?:.*\S)? +HTTP\/1\.[01] *$/;
const RESPONSE = /^HTTP\/1\.[01] +(\d{3})(?: .*)?$/;

export const methodOf = ({ start }: Head): string | null => REQUEST.exec(start)?.[1] ?? null;
export function statusOf({ start }: Head): number | null {
  const [, digits] = RESPONSE.exec(start) ?? [];
  return digits === undefined ? null : Number(digits);
}

export function requestBody(head: Head): Body {
  const body = declared(head);
  return body === "nothing" ? { kind: "none" } : body;
}

/** Returns how the body of the response to a request with the given method ends (RFC 9112, section 6.3). */
export function responseBody(head: Head, status: number, method: string): Body {
  if (method === "HEAD" || status < 200 || status === 204 || status === 304) return { kind: "none" };
  const body = declared(head);
  return body === "nothing" ? { kind: "rest" } : body;
}
