import { bodyText } from "./body.ts";
import type { RawBytes } from "./bytes.ts";
import { type Capture, exchangesIn } from "./capture.ts";
import type { Exchange } from "./exchange.ts";
import type { ConnectionBytes } from "./exchanges.ts";
import type { Message } from "./message.ts";
import { learnHeader } from "./redact/headers.ts";
import { Redactor } from "./redact/redactor.ts";
import { digestsIn, isMeasure, resourceOf, tagsIn } from "./sizes.ts";

const KIB = 1024;
const MIB = 1024 * KIB;

/** What signs in is small; a larger body is looked through where it is shown. */
const SMALL = 64 * KIB;
const MOST_SENT = MIB;
const MOST_TEXT = 2 * MIB;

/** How many bytes of bodies are looked through, all together: of those up to 64 KiB, and of those up to a megabyte. */
export interface Budget {
  readonly small: number;
  readonly large: number;
}

/** Where bodies are shown. */
export const FOR_BODIES: Budget = { small: 128 * MIB, large: 64 * MIB };
/** Where nothing but beginnings of requests, names and numbers are. */
export const FOR_LISTS: Budget = { small: 8 * MIB, large: 0 };

class Learning {
  readonly redactor = new Redactor();
  readonly #left: Record<keyof Budget, number>;

  constructor(budget: Budget) {
    this.#left = { ...budget };
  }

  exchange({ request, interim, response }: Exchange, raw: ConnectionBytes["raw"]): void {
    const answers = response ? [...interim, response] : interim;
    const holds = [
      ...(request ? [this.#message(request, raw.c2s)] : []),
      ...answers.map((message) => this.#message(message, raw.s2c)),
    ];
    if (!holds.includes(true)) return;
    const { measured } = this.redactor;
    const resource = resourceOf(request);
    if (resource !== null) measured.resources.add(resource);
    // an answer may state the tag or digest of what was sent, and another message may quote it
    for (const { head, trailers } of request ? [request, ...answers] : answers)
      for (const { name, value } of [...head.headers, ...trailers]) {
        if (!isMeasure(name)) continue;
        for (const one of digestsIn(value)) this.redactor.learnToken(one);
        for (const tag of tagsIn(name, value)) measured.tags.add(tag);
      }
  }

  /** Learns what a message holds, and returns whether its body holds anything, or may. */
  #message(message: Message, raw: RawBytes | null): boolean {
    const { start, headers } = message.head;
    if (start.kind === "request") this.redactor.learn(start.target, "address");
    for (const header of [...headers, ...message.trailers]) learnHeader(header, this.redactor);
    return raw !== null && message.size > 0 && !this.#learnsNothing(message, raw);
  }

  /** Learns what a body holds, and returns whether all of it was looked through and holds nothing. */
  #learnsNothing(message: Message, raw: RawBytes): boolean {
    if (message.size > MOST_SENT) return false;
    const size = message.size > SMALL ? "large" : "small";
    if (message.size > this.#left[size]) return false;
    const { text, kind } = bodyText(message, raw, true);
    this.#left[size] -= Math.max(message.size, Math.min(text?.length ?? 0, MOST_TEXT));
    return text !== null && text.length <= MOST_TEXT ? !this.redactor.learn(text, kind) : false;
  }
}

/** What opens something in a capture: what one exchange sends, another one may say again. `known`: secrets from elsewhere. */
export function redactorOf(capture: Capture, budget: Budget, known: readonly string[] = []): Redactor {
  const learning = new Learning(budget);
  for (const secret of known) learning.redactor.add(secret.trim());
  for (const { exchange, bytes } of exchangesIn(capture)) learning.exchange(exchange, bytes.raw);
  return learning.redactor;
}
