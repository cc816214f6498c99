import { endOf, latin1, type RawBytes, type Span } from "./bytes.ts";
import type { Capture } from "./capture.ts";
import type { Entry } from "./entries.ts";
import type { Exchange } from "./exchange.ts";
import type { Message } from "./message.ts";
import { shownHeader } from "./redact/headers.ts";
import type { Redactor } from "./redact/redactor.ts";
import { type ShownBodies, type ShownBody, shownBodies } from "./view.ts";

interface Found {
  readonly entry: Entry;
  readonly exchange: Exchange;
}

const PIECE = 1024 * 1024;

/** Yields the bytes of an exchange as sent, not redacted: request, interim responses, response, and bytes that are no messages. */
export function* rawBytes(capture: Capture, { entry, exchange }: Found): Generator<Uint8Array> {
  const raw = capture.connections[entry.at[0]]?.raw ?? { c2s: null, s2c: null };
  const { request, interim, response, rest } = exchange;
  yield* pieces(raw.c2s, request?.at ?? null);
  yield* pieces(raw.c2s, rest.c2s);
  for (const one of interim) yield* pieces(raw.s2c, one.at);
  yield* pieces(raw.s2c, response?.at ?? null);
  yield* pieces(raw.s2c, rest.s2c);
}

function* pieces(raw: RawBytes | null, span: Span | null): Generator<Uint8Array> {
  if (!raw || !span) return;
  for (let at = span.offset; at < endOf(span); at += PIECE) yield raw.read(at, Math.min(PIECE, endOf(span) - at));
}

/**
 * Returns the lines of an exchange as sent but redacted: heads, and bodies that are text. Gives only the size and coding of a body with a
 * Content-Encoding, because secrets cannot be recognized in its bytes.
 */
export function rawText(capture: Capture, found: Found, redactor: Redactor): readonly string[] {
  const { entry, exchange } = found;
  const bodies = shownBodies(capture, entry, exchange, { redactor, most: Number.POSITIVE_INFINITY });
  const raw = capture.connections[entry.at[0]]?.raw ?? { c2s: null, s2c: null };
  const { request, interim, response, rest } = exchange;
  const no = (span: Span | null): readonly string[] => (span ? ["(bytes that are no HTTP/1: --reveal shows them)"] : []);
  return [
    ...(request ? messageText(request, raw.c2s, bodies, redactor) : []),
    ...no(rest.c2s),
    ...interim.flatMap((one) => messageText(one, raw.s2c, bodies, redactor)),
    ...(response ? messageText(response, raw.s2c, bodies, redactor) : []),
    ...no(rest.s2c),
  ];
}

function messageText(message: Message, raw: RawBytes | null, bodies: ShownBodies, redactor: Redactor): readonly string[] {
  if (!raw) return [];
  const { head } = message;
  const text = latin1(raw.read(head.at.offset, head.at.length));
  const shown: string[] = [];
  let at = 0;
  for (const header of head.headers) {
    const value = shownHeader(header, redactor, bodies.isHiddenMeasure(header, message));
    if (value === header.value) continue;
    const from = header.at.offset - head.at.offset;
    shown.push(text.slice(at, from), value);
    at = from + header.at.length;
  }
  shown.push(text.slice(at));
  return [
    ...redactor.hide(shown.join(""), "address").split("\n").slice(0, -1),
    ...bodyLines(message, bodies.of(message), redactor),
  ];
}

function bodyLines(message: Message, { text, encoding, type, sent, atMost }: ShownBody, redactor: Redactor): readonly string[] {
  if (message.body.length === 0) return [];
  const size = sent === null ? `up to ${atMost} bytes` : `${sent} bytes`;
  const chunks = message.framing === "chunked" ? `, in ${message.chunks} chunks, whose sizes are omitted` : "";
  if (text === null || encoding !== "identity")
    return [
      `(${size}${encoding === "identity" ? "" : ` in ${encoding}`}${type === null ? "" : `, ${redactor.hide(type, "address")}`}${chunks}: without --raw text is shown decoded; --reveal shows the bytes as sent)`,
    ];
  return text.split("\n").concat(chunks === "" ? [] : `(${size}${chunks})`);
}
