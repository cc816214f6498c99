import { bodyText } from "./body.ts";
import type { RawBytes } from "./bytes.ts";
import { type Capture, exchangesIn } from "./capture.ts";
import type { Message } from "./message.ts";
import { learnHeader } from "./redact/headers.ts";
import { Redactor } from "./redact/redactor.ts";

/** What signs in is small; a larger body is looked through where it is shown. */
const MOST_SENT = 1024 * 1024;
const MOST_TEXT = 2 * 1024 * 1024;

function learnMessage(message: Message, raw: RawBytes | null, redactor: Redactor): void {
  const { start, headers } = message.head;
  if (start.kind === "request") redactor.learn(start.target, "address");
  for (const header of [...headers, ...message.trailers]) learnHeader(header, redactor);
  if (raw === null || message.size === 0 || message.size > MOST_SENT) return;
  const { text, kind } = bodyText(message, raw);
  if (text !== null) redactor.learn(text.slice(0, MOST_TEXT), kind);
}

/** Everything in a capture that opens something: what one exchange sends, another one may say again. `known`: secrets from elsewhere. */
export function redactorOf(capture: Capture, known: readonly string[] = []): Redactor {
  const redactor = new Redactor();
  for (const secret of known) redactor.add(secret.trim());
  for (const { exchange, bytes } of exchangesIn(capture)) {
    if (exchange.request) learnMessage(exchange.request, bytes.raw.c2s, redactor);
    for (const message of [...exchange.interim, ...(exchange.response ? [exchange.response] : [])])
      learnMessage(message, bytes.raw.s2c, redactor);
  }
  return redactor;
}
