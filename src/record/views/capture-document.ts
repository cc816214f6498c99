import type { Capture } from "../capture/capture.ts";
import type { CaptureSummary } from "../capture/summary.ts";
import type { ShownBody, ShownExchange, ShownMessage } from "../capture/view.ts";
import type { Redactor } from "../capture/redact/redactor.ts";
import { type Text, plain } from "../../kernel/index.ts";
import { damageText, stateOf } from "./capture-words.ts";

/** The data that `capture read` shows. */
export interface CaptureReading {
  readonly capture: Capture;
  readonly summary: CaptureSummary;
  readonly exchanges: readonly ShownExchange[];
  /** The redactor that hides the capture's secrets; null to show everything as sent. */
  readonly redactor: Redactor | null;
}

/** Returns a sentence about a capture as plain text; a redactor hides its quoted values, because they can be part of a secret. */
export const shownText = (text: Text, redactor: Redactor | null): string =>
  redactor
    ? plain(text.map((part) => (typeof part === "string" ? part : { ...part, text: redactor.hide(part.text, "address") })))
    : plain(text);

const contentOf = ({ encoding, ok, type, kind, sent, decoded, atMost, says, hash }: ShownBody) => ({
  encoding,
  ok,
  type,
  kind,
  sent,
  decoded,
  atMost,
  says,
  sha256: hash,
});

const messageOf = ({ headers, trailers, span, body }: ShownMessage) => ({
  headers,
  trailers,
  span: span && { offset: span.offset, length: span.length },
  body: body.text,
  content: contentOf(body),
});

const responseOf = (message: ShownMessage) => ({
  status: Number(message.start[1]),
  reason: message.start[2],
  version: message.start[0],
  ...messageOf(message),
});

function exchangeOf({ entry, exchange, request, interim, response, agent }: ShownExchange) {
  const content = (response ?? request)?.body ?? null;
  return {
    n: entry.n,
    connection: exchange.connection.n,
    relay: exchange.connection.relay,
    at: entry.when,
    agent,
    operation: entry.facts.operation,
    signIn: entry.facts.signIn,
    request: request && { method: request.start[0], target: request.start[1], version: request.start[2], ...messageOf(request) },
    interim: interim.map(({ start }) => Number(start[1])),
    interimResponses: interim.map(responseOf),
    response: response && responseOf(response),
    broken: exchange.broken,
    open: exchange.open,
    protocol: exchange.protocol,
    anomalies: exchange.anomalies,
    content: { encoding: content?.encoding ?? "identity", ok: content?.ok ?? false },
  };
}

/** Returns the JSON document of `capture read`: tierwright/capture/v1 (docs/formats.md). */
export function captureDocument({ capture, summary, exchanges, redactor }: CaptureReading) {
  return {
    schema: "tierwright/capture/v1",
    id: capture.id,
    state: stateOf(capture),
    relays: relaysDocument(capture),
    ...summaryDocument(summary, redactor),
    damage: capture.damage.map(damageText),
    revealed: redactor === null,
    exchanges: exchanges.map(exchangeOf),
  };
}

export type CaptureDocument = ReturnType<typeof captureDocument>;

/** Returns the relays of a capture in the form of the JSON documents; an empty list if the event `started` is missing. */
export const relaysDocument = ({ told }: Pick<Capture, "told">) =>
  (told.started?.relays ?? []).map(({ role, listen, to, mode }) => ({ role, listen, to, mode }));

/** Returns the summary of a capture in the form of the JSON documents. */
export function summaryDocument(summary: CaptureSummary, redactor: Redactor | null) {
  const { exchanges, open, broken, bytes, connections, agents, signIns, warnings, first, last } = summary;
  return {
    total: exchanges,
    open,
    broken,
    bytes,
    connections,
    agents: agents.map(({ agent, exchanges: count, who }) => ({
      agent: agent !== null && redactor ? redactor.hide(agent, "address") : agent,
      exchanges: count,
      who,
    })),
    signIns,
    warnings: warnings.map(({ id, count, says, help }) => ({
      id,
      count,
      says: shownText(says, redactor),
      help: shownText(help, redactor),
    })),
    first,
    last,
  };
}
