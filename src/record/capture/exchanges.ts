import { type Anomaly, losesTheThread } from "./anomalies.ts";
import { endOf, NO_BYTES, type RawBytes, Reader, type Span } from "./bytes.ts";
import { verdictOn } from "./broken.ts";
import type { ConnectionEvents } from "./connection.ts";
import type { Exchange } from "./exchange.ts";
import { type Message, messageAt, messageOf } from "./message.ts";
import { isInterim } from "./framing.ts";
import { protocolOf } from "./protocols.ts";
import type { Way } from "../relay/events.ts";

/** The recorded bytes of a connection, together with its events. */
export interface ConnectionBytes {
  readonly told: ConnectionEvents;
  /** The recorded bytes of each direction; null if its raw file is missing. */
  readonly raw: Readonly<Record<Way, RawBytes | null>>;
  /** True while the recording runs. */
  readonly running: boolean;
}

/** The result of reading one message of an exchange: the message, or in `rest` the bytes that are not one; both null if there are none. */
interface Found {
  readonly message: Message | null;
  readonly rest: Span | null;
  readonly headCut: boolean;
  readonly anomalies: readonly Anomaly[];
}

const NOTHING: Found = { message: null, rest: null, headCut: false, anomalies: [] };

/** Yields the exchanges of a connection in order: each request with the next final response (RFC 9112, 9.3.2). Never throws. */
export function* exchangesOf(connection: ConnectionBytes): Generator<Exchange> {
  const walk = new Walk(connection);
  let before: Exchange | null = null;
  for (let next = walk.next(); next !== null; next = walk.next()) {
    // bytes after a response that answer no request are reported as a fault of the exchange before them
    if (before && next.stray) {
      yield { ...before, broken: before.broken ?? "framing", anomalies: [...before.anomalies, "extra-bytes"] };
      before = null;
      if (next.exchange.request === null && next.exchange.response === null && !next.exchange.rest.c2s) continue;
    }
    if (before) yield before;
    before = next.exchange;
  }
  if (before) yield before;
}

class Walk {
  readonly #up: Reader;
  readonly #down: Reader;
  #asked = 0;
  #answered = 0;
  #over = false;
  #any = false;
  /** True once it is unknown which further response of the connection belongs to which request. */
  #lost = false;
  readonly #missing: Readonly<Record<Way, boolean>>;

  constructor(private readonly connection: ConnectionBytes) {
    const { raw, told } = connection;
    this.#up = new Reader(raw.c2s ?? NO_BYTES);
    this.#down = new Reader(raw.s2c ?? NO_BYTES);
    this.#missing = { c2s: told.ways.c2s.length > this.#up.raw.length, s2c: told.ways.s2c.length > this.#down.raw.length };
  }

  /**
   * Returns the next exchange of the connection; null if there is none. `stray` is true if the server sent bytes that are not HTTP after an
   * earlier exchange and before the next request.
   */
  next(): { readonly exchange: Exchange; readonly stray: boolean } | null {
    if (this.#over) return null;
    const { told } = this.connection;
    const head = messageAt(this.#up, this.#asked, "request", null);
    const begins = head.kind === "nothing" ? null : head.kind === "head" ? head.head.at.offset : head.at.offset;
    const unasked = begins === null || this.#cameBefore(begins);
    const method = head.kind === "head" && head.head.start.kind === "request" ? head.head.start.method : null;
    const { interim, found: answer } = this.#answer(unasked ? null : method);
    if (unasked && (answer.message || answer.rest)) {
      if (answer.rest) this.#answered = this.#down.raw.length;
      const stray = this.#any && answer.message === null && !answer.headCut;
      const asked = stray || (answer.rest && head.kind === "opaque") ? this.#request(head, answer) : NOTHING;
      return { exchange: this.#exchange(asked, interim, answer), stray };
    }
    if (head.kind === "nothing") {
      this.#over = true;
      // a connection without recorded bytes yields one empty exchange if it failed or its raw files lack bytes, so that this is counted
      const unmet = told.ending.kind === "not-reached" || told.ending.kind === "not-greeted";
      const lost = !this.#any && (unmet || this.#missing.c2s || this.#missing.s2c);
      return lost ? { exchange: this.#exchange(NOTHING, [], NOTHING), stray: false } : null;
    }
    return { exchange: this.#exchange(this.#request(head, answer), interim, answer), stray: false };
  }

  /** Returns whether the server's next bytes arrived before the client's byte at `offset`, so that they cannot answer its request. */
  #cameBefore(offset: number): boolean {
    const { c2s, s2c } = this.connection.told.ways;
    const [asked, answered] = [c2s.arrival(offset), s2c.arrival(this.#down.pastLineEnds(this.#answered))];
    return asked !== null && answered !== null && answered.order < asked.order;
  }

  #request(head: ReturnType<typeof messageAt>, answer: Found): Found {
    const { raw } = this.#up;
    if (head.kind === "nothing") return NOTHING;
    if (head.kind !== "head") {
      this.#asked = raw.length;
      const anomalies = head.kind === "opaque" ? [head.anomaly] : [];
      return { message: null, rest: head.at, headCut: head.kind === "cut", anomalies };
    }
    const refused = answer.message !== null && this.#keptBody(head.head, answer.message);
    const framed = refused ? { ...head.framed, framing: { kind: "none" } as const } : head.framed;
    const message = messageOf(this.#up, head.head, framed);
    this.#asked = endOf(message.at);
    const anomalies = refused ? [...message.anomalies, "expectation-refused" as const] : message.anomalies;
    if (losesTheThread(message.anomalies)) this.#asked = raw.length;
    return { message, rest: null, headCut: false, anomalies };
  }

  /** Returns whether a client that waited for 100 Continue got another response and never sent the request's body (RFC 9110, 10.1.1). */
  #keptBody(head: Message["head"], answer: Message): boolean {
    const expects = head.headers.some(({ name, value }) => name.toLowerCase() === "expect" && /^100-continue$/i.test(value));
    if (!expects || answer.head.start.kind !== "response" || answer.head.start.status < 300) return false;
    const after = messageAt(this.#up, endOf(head.at), "request", null);
    return after.kind === "head" || after.kind === "nothing";
  }

  #answer(method: string | null): { readonly interim: readonly Message[]; readonly found: Found } {
    const interim: Message[] = [];
    for (;;) {
      const read = messageAt(this.#down, this.#answered, "response", method);
      if (read.kind === "nothing") return { interim, found: NOTHING };
      if (read.kind !== "head") {
        const anomalies = read.kind === "opaque" ? [read.anomaly] : [];
        return { interim, found: { message: null, rest: read.at, headCut: read.kind === "cut", anomalies } };
      }
      const message = messageOf(this.#down, read.head, read.framed);
      const status = read.head.start.kind === "response" ? read.head.start.status : 0;
      this.#answered = losesTheThread(message.anomalies) ? this.#down.raw.length : endOf(message.at);
      if (message.framing === "tunnel") this.#over = true;
      if (!isInterim(status) || status === 101)
        return { interim, found: { message, rest: null, headCut: false, anomalies: message.anomalies } };
      interim.push(message);
    }
  }

  #exchange(asked: Found, interim: readonly Message[], answer: Found): Exchange {
    const { told, running } = this.connection;
    this.#any = true;
    const [request, response] = [asked.message, answer.message];
    // after the server's first bytes that are not HTTP, no further response can be found in its bytes
    if (answer.rest) this.#answered = this.#down.raw.length;
    const early = response && request && this.#isEarly(request, response);
    const anomalies = [...new Set([...asked.anomalies, ...answer.anomalies, ...(early ? ["early-response" as const] : [])])];
    const rest = { c2s: asked.rest, s2c: answer.rest };
    const verdict = verdictOn({
      connection: told,
      request,
      response,
      rest,
      headCut: { c2s: asked.headCut, s2c: answer.headCut },
      anomalies,
      missing: this.#missing,
      running,
      lost: this.#lost,
    });
    if (losesTheThread(anomalies)) this.#lost = true;
    const ended = response ? endOf(response.at) : answer.rest ? endOf(answer.rest) : 0;
    const asks = request?.at ?? rest.c2s;
    const answers = response?.at ?? rest.s2c;
    return {
      connection: told,
      request,
      interim,
      response,
      rest,
      protocol: this.#protocol(rest),
      broken: verdict === "open" ? null : verdict,
      open: verdict === "open",
      anomalies,
      began:
        (asks ? told.ways.c2s.arrival(asks.offset) : null) ?? (answers && told.ways.s2c.arrival(answers.offset)) ?? told.accepted,
      answered: answers ? told.ways.s2c.arrival(answers.offset) : null,
      ended: ended > 0 ? told.ways.s2c.arrival(ended - 1) : null,
    };
  }

  #isEarly(request: Message, response: Message): boolean {
    const { c2s, s2c } = this.connection.told.ways;
    const [last, first] = [c2s.arrival(endOf(request.at) - 1), s2c.arrival(response.at.offset)];
    return first !== null && (request.cut !== null || (last !== null && first.order < last.order));
  }

  #protocol({ c2s, s2c }: Exchange["rest"]): string | null {
    const first = (reader: Reader, at: Span | null) => at && protocolOf(reader.raw.read(at.offset, 64));
    return first(this.#up, c2s) ?? first(this.#down, s2c);
  }
}
