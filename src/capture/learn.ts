import { bodyText } from "./body.ts";
import type { RawBytes } from "./bytes.ts";
import { type Capture, exchangesIn } from "./capture.ts";
import type { Message } from "./message.ts";
import { learnHeader } from "./redact/headers.ts";
import { Redactor } from "./redact/redactor.ts";
import { isMeasure } from "./sizes.ts";

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

  message(message: Message, raw: RawBytes | null): void {
    const { start, headers } = message.head;
    if (start.kind === "request") this.redactor.learn(start.target, "address");
    const all = [...headers, ...message.trailers];
    for (const header of all) learnHeader(header, this.redactor);
    if (raw === null || message.size === 0 || this.#learnsNothing(message, raw)) return;
    // another message may quote the tag or digest of this body
    for (const { name, value } of all) if (isMeasure(name)) for (const one of digestsIn(value)) this.redactor.learnToken(one);
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

/** Quoted tags, and the values of digests by their names (RFC 9530); a size is none. */
const digestsIn = (value: string): readonly string[] =>
  value
    .slice(0, 1000)
    .split(/[\s,;"]+/)
    .map((part) => part.replace(/^[\w-]{1,20}=:?/, ""))
    .filter((part) => part.length >= 8 && !/^\d+$/.test(part));

/** What opens something in a capture: what one exchange sends, another one may say again. `known`: secrets from elsewhere. */
export function redactorOf(capture: Capture, budget: Budget, known: readonly string[] = []): Redactor {
  const learning = new Learning(budget);
  for (const secret of known) learning.redactor.add(secret.trim());
  for (const { exchange, bytes } of exchangesIn(capture)) {
    if (exchange.request) learning.message(exchange.request, bytes.raw.c2s);
    for (const message of [...exchange.interim, ...(exchange.response ? [exchange.response] : [])])
      learning.message(message, bytes.raw.s2c);
  }
  return learning.redactor;
}
