import type { RawBytes, Span } from "./bytes.ts";
import { type BodyText, bodyText } from "./body.ts";
import type { Capture } from "./capture.ts";
import type { Entry } from "./entries.ts";
import type { Exchange } from "./exchange.ts";
import type { Header } from "./head.ts";
import type { Message } from "./message.ts";
import { shownHeader } from "./redact/headers.ts";
import type { Kind, Redactor } from "./redact/redactor.ts";

/** A body as it may be shown. */
export interface ShownBody extends Omit<BodyText, "text"> {
  /** null: there is none, or it is not shown; `says` why. */
  readonly text: string | null;
}

export interface ShownMessage {
  /** As it was sent: method, target and version, or version, status and reason. */
  readonly start: readonly [string, string, string];
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly trailers: readonly (readonly [name: string, value: string])[];
  readonly span: Span;
  readonly body: ShownBody;
}

/** An exchange as it may be shown. */
export interface ShownExchange {
  readonly entry: Entry;
  readonly exchange: Exchange;
  readonly request: ShownMessage | null;
  readonly interim: readonly ShownMessage[];
  readonly response: ShownMessage | null;
  readonly agent: string | null;
}

export interface Look {
  /** null: everything is shown as it is. */
  readonly redactor: Redactor | null;
  /** Of a longer body its beginning is shown, after what is secret was hidden in all of it. */
  readonly most: number;
  /** Lines of a list have neither headers nor bodies: nothing is decoded for them. */
  readonly startsAlone?: boolean;
}

export function shownExchange(capture: Capture, entry: Entry, exchange: Exchange, look: Look): ShownExchange {
  const raw = capture.connections[entry.at[0]]?.raw ?? { c2s: null, s2c: null };
  const shown = (message: Message, bytes: RawBytes | null): ShownMessage => shownMessage(message, bytes, look);
  return {
    entry,
    exchange,
    request: exchange.request && shown(exchange.request, raw.c2s),
    interim: exchange.interim.map((one) => shown(one, raw.s2c)),
    response: exchange.response && shown(exchange.response, raw.s2c),
    agent: entry.facts.agent === null ? null : hidden(entry.facts.agent, "address", look),
  };
}

const hidden = (text: string, kind: Kind, { redactor }: Look): string => (redactor ? redactor.hide(text, kind) : text);

function shownMessage(message: Message, raw: RawBytes | null, look: Look): ShownMessage {
  const { start, headers } = message.head;
  const header = (one: Header): readonly [string, string] => [
    hidden(one.name, "address", look),
    look.redactor ? shownHeader(one, look.redactor) : one.value,
  ];
  return {
    start:
      start.kind === "request"
        ? [start.method, hidden(start.target, "address", look), `HTTP/${start.version}`]
        : [`HTTP/${start.version}`, String(start.status), hidden(start.reason, "text", look)],
    headers: look.startsAlone ? [] : headers.map(header),
    trailers: look.startsAlone ? [] : message.trailers.map(header),
    span: message.at,
    body: look.startsAlone ? { ...NOTHING, sent: message.size } : shownBody(message, raw, look),
  };
}

function shownBody(message: Message, raw: RawBytes | null, look: Look): ShownBody {
  if (raw === null) return { ...NOTHING, sent: message.size, says: "its bytes are not there" };
  const body = bodyText(message, raw);
  if (body.text === null) return body;
  const text = hidden(body.text, body.kind, look);
  if (text.length <= look.most) return { ...body, text };
  const beginning = text.slice(0, look.most).replace(/[\ud800-\udbff]$/, "");
  const more = `only its first ${look.most} characters of ${text.length} are shown`;
  return { ...body, text: beginning, says: body.says === null ? more : `${body.says}; ${more}` };
}

const NOTHING: ShownBody = {
  text: null,
  kind: "text",
  encoding: "identity",
  ok: false,
  type: null,
  sent: 0,
  decoded: 0,
  says: null,
  hash: null,
};
