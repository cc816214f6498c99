import type { RawBytes, Span } from "./bytes.ts";
import { type BodyText, bodyText } from "./body.ts";
import type { Capture } from "./capture.ts";
import type { Entry } from "./entries.ts";
import type { Exchange } from "./exchange.ts";
import type { Header } from "./head.ts";
import type { Message } from "./message.ts";
import { shownHeader } from "./redact/headers.ts";
import type { Kind, Redactor } from "./redact/redactor.ts";
import { isMeasure, isOfPart, measuresAnother, resourceOf, roundedSize, tagsIn } from "./sizes.ts";

/** The body of a message as `capture read` shows it, with its secrets redacted. */
export interface ShownBody extends Omit<BodyText, "text" | "sent" | "decoded"> {
  /** The exact number of bytes as sent (`decoded`: after decoding); null if it could disclose the length of a redacted part. */
  readonly sent: number | null;
  readonly decoded: number | null;
  /** The number of bytes of the body as sent, rounded up if `sent` is null. */
  readonly atMost: number;
  /** The redacted text of the body; null if there is none, or if it is not shown for the reason in `says`. */
  readonly text: string | null;
}

export interface ShownMessage {
  /** The start line in three parts: method, target and version, or version, status and reason. */
  readonly start: readonly [string, string, string];
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly trailers: readonly (readonly [name: string, value: string])[];
  /** The range of the message in the raw file; null if messages are redacted, because it would disclose the length of redacted parts. */
  readonly span: Span | null;
  readonly body: ShownBody;
}

/** An HTTP exchange as `capture read` shows it, with its secrets redacted. */
export interface ShownExchange {
  readonly entry: Entry;
  readonly exchange: Exchange;
  readonly request: ShownMessage | null;
  readonly interim: readonly ShownMessage[];
  readonly response: ShownMessage | null;
  readonly agent: string | null;
}

export interface Look {
  /** The redactor of the capture; null to show everything as sent (--reveal). */
  readonly redactor: Redactor | null;
  /** The most characters of a body that are shown; a longer text is cut after redaction. */
  readonly most: number;
  /** True if only start lines are shown, as in the list of exchanges: no body is then decoded. */
  readonly startsAlone?: boolean;
}

export function shownExchange(capture: Capture, entry: Entry, exchange: Exchange, look: Look): ShownExchange {
  const { request, interim, response } = exchange;
  const bodies = shownBodies(capture, entry, exchange, look);
  const shown = (message: Message): ShownMessage => shownMessage(message, bodies, look);
  return {
    entry,
    exchange,
    request: request && shown(request),
    interim: interim.map(shown),
    response: response && shown(response),
    agent: entry.facts.agent === null ? null : hidden(entry.facts.agent, "address", look),
  };
}

const hidden = (text: string, kind: Kind, { redactor }: Look): string => (redactor ? redactor.hide(text, kind) : text);

/** The redacted bodies of an exchange. */
export interface ShownBodies {
  of(message: Message): ShownBody;
  /** Returns whether a header's value must be hidden, because it gives the size or a digest of redacted content. */
  isHiddenMeasure(header: Header, message: Message): boolean;
}

export function shownBodies(capture: Capture, entry: Entry, exchange: Exchange, look: Look): ShownBodies {
  const raw = capture.connections[entry.at[0]]?.raw ?? { c2s: null, s2c: null };
  const { request, interim, response } = exchange;
  const bodies = new Map<Message, ShownBody>();
  const add = (message: Message, bytes: RawBytes | null): void => {
    const body = look.startsAlone ? { ...NOTHING, atMost: roundedSize(message.size) } : shownBody(message, bytes, look);
    bodies.set(message, body);
  };
  if (request) add(request, raw.c2s);
  for (const one of interim) add(one, raw.s2c);
  if (response) add(response, raw.s2c);
  const measured = look.redactor?.measured;
  const resource = resourceOf(request);
  const isKnown = resource !== null && measured?.resources.has(resource) === true;
  const isAnySecret =
    [...bodies.values()].some(({ sent }) => sent === null) || (isKnown && response !== null && isOfPart(response));
  const of = (message: Message): ShownBody => bodies.get(message) ?? NOTHING;
  return {
    of,
    isHiddenMeasure({ name, value }, message) {
      if (!measured || !isMeasure(name) || /^[0*]$/.test(value.trim())) return false;
      if (of(message).sent === null || measuresAnother(message)) return true;
      if (/^content-length$/i.test(name)) return false;
      const tags = tagsIn(name, value);
      return isAnySecret || (isKnown && tags.length > 0) || tags.some((tag) => measured.tags.has(tag));
    },
  };
}

function shownMessage(message: Message, bodies: ShownBodies, look: Look): ShownMessage {
  const { start, headers } = message.head;
  const header = (one: Header): readonly [string, string] => [
    hidden(one.name, "address", look),
    look.redactor ? shownHeader(one, look.redactor, bodies.isHiddenMeasure(one, message)) : one.value,
  ];
  return {
    start:
      start.kind === "request"
        ? [hidden(start.method, "address", look), hidden(start.target, "address", look), `HTTP/${start.version}`]
        : [`HTTP/${start.version}`, String(start.status), hidden(start.reason, "text", look)],
    headers: look.startsAlone ? [] : headers.map(header),
    trailers: look.startsAlone ? [] : message.trailers.map(header),
    span: look.redactor ? null : message.at,
    body: bodies.of(message),
  };
}

/** Returns the redacted body of a message, with exact sizes only if no part of it is redacted. */
function shownBody(message: Message, raw: RawBytes | null, look: Look): ShownBody {
  if (raw === null) return { ...NOTHING, atMost: roundedSize(message.size), says: "its bytes are missing" };
  const original = bodyText(message, raw, look.redactor === null);
  const text = original.text === null ? null : hidden(original.text, original.kind, look);
  const isWhole = look.redactor === null || message.size === 0 || (text !== null && text === original.text);
  const body = isWhole
    ? { ...original, atMost: original.sent }
    : { ...original, sent: null, decoded: null, hash: null, atMost: roundedSize(original.sent) };
  if (text === null) return { ...body, text };
  if (text.length <= look.most) return { ...body, text };
  const beginning = text.slice(0, look.most).replace(/[\ud800-\udbff]$/, "");
  const more = `only the first ${look.most} of ${text.length} characters are shown`;
  return { ...body, text: beginning, says: body.says === null ? more : `${body.says}; ${more}` };
}

const NOTHING: ShownBody = {
  text: null,
  kind: "text",
  encoding: "identity",
  ok: false,
  type: null,
  sent: null,
  decoded: null,
  atMost: 0,
  says: null,
  hash: null,
};
