import { bodyText } from "./body.ts";
import type { RawBytes } from "./bytes.ts";
import { type Capture, exchangesIn } from "./capture.ts";
import type { Exchange } from "./exchange.ts";
import type { ConnectionBytes } from "./exchanges.ts";
import type { Message } from "./message.ts";
import { learnHeader } from "./redact/headers.ts";
import { type Kind, Redactor } from "./redact/redactor.ts";
import { digestsIn, isMeasure, resourceOf, tagsIn } from "./sizes.ts";

const KIB = 1024;
const MIB = 1024 * KIB;

/**
 * The limits of the search for secrets in one body. A body of up to `SMALL` bytes, such as that of a sign-in request, counts as small; one
 * of more than `MOST_SENT` bytes as sent, or `MOST_TEXT` characters as text, is not searched.
 */
const SMALL = 64 * KIB;
const MOST_SENT = MIB;
const MOST_TEXT = 2 * MIB;

/** The most bytes in which secrets of a capture are searched: in all bodies of up to 64 KiB together (`small`), in all others (`large`). */
export interface Budget {
  readonly small: number;
  readonly large: number;
}

/** The limits of the search for secrets in commands that show bodies. */
export const FOR_BODIES: Budget = { small: 128 * MIB, large: 64 * MIB };
/** The limits of the search for secrets in commands that show no bodies: only request lines, names and numbers. */
export const FOR_LISTS: Budget = { small: 8 * MIB, large: 0 };

const answersOf = ({ interim, response }: Exchange): readonly Message[] => (response ? [...interim, response] : interim);

const statesTag = ({ head, trailers }: Message): boolean =>
  [...head.headers, ...trailers].some(
    ({ name, value }) => isMeasure(name) && (tagsIn(name, value).length > 0 || digestsIn(value).length > 0),
  );

class Learning {
  readonly redactor = new Redactor();
  readonly #left: Record<keyof Budget, number>;
  /** Exchanges with an ETag or digest, in whose bodies no secret was found: they can contain one that only a later exchange reveals. */
  readonly #open: { readonly exchange: Exchange; readonly raw: ConnectionBytes["raw"] }[] = [];

  constructor(private readonly budget: Budget) {
    this.#left = { ...budget };
  }

  exchange(exchange: Exchange, raw: ConnectionBytes["raw"]): void {
    const { request } = exchange;
    const answers = answersOf(exchange);
    const holds = [
      ...(request ? [this.#message(request, raw.c2s)] : []),
      ...answers.map((message) => this.#message(message, raw.s2c)),
    ];
    if (holds.includes(true)) this.#measure(exchange);
    else if (answers.some(statesTag) || (request && statesTag(request))) this.#open.push({ exchange, raw });
  }

  /** Searches the exchanges in `#open` again, now for the secrets that were learned from all exchanges. */
  finish(): void {
    if (this.redactor.size === 0) return;
    Object.assign(this.#left, this.budget);
    for (const { exchange, raw } of this.#open) {
      const isHidden = (message: Message | null, bytes: RawBytes | null): boolean => {
        const body = message && message.size > 0 && bytes ? this.#body(message, bytes) : null;
        return body !== null && this.redactor.hide(body.text, body.kind) !== body.text;
      };
      if (isHidden(exchange.request, raw.c2s) || answersOf(exchange).some((one) => isHidden(one, raw.s2c)))
        this.#measure(exchange);
    }
  }

  /** Adds the ETags, digests and path of an exchange with a secret to the redactor, because they could verify guesses of the secret. */
  #measure(exchange: Exchange): void {
    const { request } = exchange;
    const answers = answersOf(exchange);
    const { measured } = this.redactor;
    const resource = resourceOf(request);
    if (resource !== null) measured.resources.add(resource);
    // a response can contain the ETag or digest of the request's body, and a later message can repeat it
    for (const { head, trailers } of request ? [request, ...answers] : answers)
      for (const { name, value } of [...head.headers, ...trailers]) {
        if (!isMeasure(name)) continue;
        for (const one of digestsIn(value)) this.redactor.learnToken(one);
        for (const tag of tagsIn(name, value)) measured.tags.add(tag);
      }
  }

  /**
   * Adds the secrets in a message to those that the redactor knows.
   * @returns True if the body contains a secret or could not be searched.
   */
  #message(message: Message, raw: RawBytes | null): boolean {
    const { start, headers } = message.head;
    if (start.kind === "request") this.redactor.learn(start.target, "address");
    for (const header of [...headers, ...message.trailers]) learnHeader(header, this.redactor);
    if (raw === null || message.size === 0) return false;
    const body = this.#body(message, raw);
    return body === null || this.redactor.learn(body.text, body.kind);
  }

  /** Returns the text of a message's body for the search; null if the body is not text, too large, or over the remaining budget. */
  #body(message: Message, raw: RawBytes): { readonly text: string; readonly kind: Kind } | null {
    if (message.size > MOST_SENT) return null;
    const size = message.size > SMALL ? "large" : "small";
    if (message.size > this.#left[size]) return null;
    const { text, kind } = bodyText(message, raw, true);
    this.#left[size] -= Math.max(message.size, Math.min(text?.length ?? 0, MOST_TEXT));
    return text !== null && text.length <= MOST_TEXT ? { text, kind } : null;
  }
}

/**
 * Returns a redactor that knows the secrets of all exchanges of a capture, because one exchange can repeat a secret of another.
 * @param budget The limits of the search for secrets.
 * @param known Secrets from outside the capture, such as those that the repository declares.
 */
export function redactorOf(capture: Capture, budget: Budget, known: readonly string[] = []): Redactor {
  const learning = new Learning(budget);
  for (const secret of known) learning.redactor.add(secret.trim());
  for (const { exchange, bytes } of exchangesIn(capture)) learning.exchange(exchange, bytes.raw);
  learning.finish();
  return learning.redactor;
}
