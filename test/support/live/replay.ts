import { isDeepStrictEqual } from "node:util";
import { editDistance } from "../../../src/kernel/diagnostic/nearest.ts";
import { HttpFault } from "../../../src/platform/http.ts";
import { NoAnswer, type Transport } from "../../../src/live/idp/transport.ts";
import type { ServerCertificate } from "../certificate.ts";
import { inProcess, type Live, type LiveAnswer, type LiveRequest, type LocalServer, serveLocally } from "./live.ts";
import { RECORDED_ORIGIN, type Recorded, recordedHeader, type Tape } from "./tapes.ts";

/*
 * Answers requests from recordings (tapes.ts). `new Replay(tape, ...).live` is one function as those of the other servers of the tests:
 * `inProcess({ [RECORDED_ORIGIN]: replay.live })` is the exchange of a command, `replay.transport` that of an administrator's session, and
 * `replay.serve(tls)` a server of this machine for the built command.
 */

interface ReplayOptions {
  /** Compares the body that is sent with the recorded one, too: JSON and forms by what they say; "writes": those of the admin API alone. */
  readonly bodies?: boolean | "writes";
  /** Compares the values of these headers, too; names in lower case: `["host", "accept"]`. */
  readonly headers?: readonly string[];
  /** Parameters of the query that differ at every request (state, nonce, code_challenge): they match whatever they are, and the answer repeats those of the request. */
  readonly random?: readonly string[];
  /** Takes the place of the recorded server's address in what is answered. */
  readonly origin?: string;
  /** Answers what no tape holds, and reads that no tape holds as of the last write; without it the former is an error. */
  readonly otherwise?: Live;
}

const lineOf = ({ request: { method, target } }: Recorded): string => `${method} ${target}`;

/** Writes of the admin API divide a tape: what is read before one is not what is read after it. */
const divides = ({ request: { method, target } }: Recorded): boolean => method !== "GET" && target.includes("/admin/");

/** Headers that belong to one connection, or that a server of this machine says itself. */
const OF_THE_CONNECTION = new Set(["content-length", "connection", "transfer-encoding", "keep-alive", "date"]);

function meaningOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body.includes("=") ? [...new URLSearchParams(body)].map(([name, value]) => `${name}=${value}`).sort() : body;
  }
}

/** A request that no tape answers, with the recorded ones that are nearest to it. */
class NotRecorded extends Error {
  constructor(line: string, tapes: readonly Tape[], reason: string) {
    const lines = [...new Set(tapes.flatMap(({ exchanges }) => exchanges.map(lineOf)))];
    const near = lines.sort((a, b) => editDistance(line, a) - editDistance(line, b)).slice(0, 3);
    const names = tapes.map(({ scenario }) => scenario).join(", ");
    super(`no tape of ${names} answers ${line}${reason}; nearest are:\n  ${near.join("\n  ")}`);
  }
}

export class Replay {
  /** Requests that no tape answered, in words; those that `otherwise` answered are in it, too. */
  readonly unmatched: string[] = [];
  /** What was answered from the tapes, in the order in which it was asked. */
  readonly played: Recorded[] = [];
  readonly #tapes: readonly Tape[];
  readonly #all: readonly Recorded[];
  readonly #options: ReplayOptions;
  /** Where in the tapes the last write was answered. */
  #written = -1;

  constructor(tapes: Tape | readonly Tape[], options: ReplayOptions = {}) {
    this.#tapes = [tapes].flat() as readonly Tape[];
    this.#all = this.#tapes.flatMap(({ exchanges }) => exchanges);
    this.#options = options;
  }

  readonly live: Live = async (request) => {
    const recorded = this.#find(request);
    if (recorded === null) {
      const { otherwise } = this.#options;
      const { method, url } = request;
      const fault = new NotRecorded(`${method} ${url.pathname}${url.search}`, this.#tapes, this.#reason(request));
      this.unmatched.push(fault.message);
      if (!otherwise) throw fault;
      return otherwise(request);
    }
    this.played.push(recorded);
    if (divides(recorded)) this.#written = this.#all.indexOf(recorded);
    if (!recorded.response) throw new HttpFault("no-answer", request.url.href, "the connection ended before an answer came");
    return this.#answerOf(recorded, recorded.response, request.url);
  };

  /** The replay as the transport of an administrator's session. */
  readonly transport: Transport = async (request) => {
    const ask = inProcess({ [new URL(request.url).origin]: this.live });
    try {
      return await ask({ ...request, via: [], ca: null, patience: 1_000, largest: Number.POSITIVE_INFINITY });
    } catch (error) {
      if (error instanceof HttpFault) throw new NoAnswer(error.url, error.says, error.notReached);
      throw error;
    }
  };

  /** The replay as a server of this machine. A request that no tape holds is answered 501 with words, and stands in `unmatched`. */
  serve(tls?: ServerCertificate): Promise<LocalServer> {
    const said = (message: string): LiveAnswer => ({
      status: 501,
      headers: { "content-type": "text/plain" },
      body: Buffer.from(message),
    });
    const live: Live = async (request) => {
      try {
        return await this.live(request);
      } catch (error) {
        if (error instanceof NotRecorded) return said(error.message);
        throw error;
      }
    };
    return serveLocally(live, { ...(tls ? { tls } : {}), origin: RECORDED_ORIGIN });
  }

  /** Reads are answered as they stood at the last write: the next one that was not answered yet, else the last one again. */
  #find(request: LiveRequest): Recorded | null {
    const fits = this.#all.filter((one) => this.#asks(one, request) && this.#saysTheSame(one, request));
    const fresh = fits.filter((one) => !this.played.includes(one));
    const at = (one: Recorded): number => this.#all.indexOf(one);
    if (request.method !== "GET" || !request.url.pathname.includes("/admin/")) return fresh[0] ?? fits.at(-1) ?? null;
    const next = this.#all.findIndex((one, i) => i > this.#written && divides(one));
    const end = next < 0 ? this.#all.length : next;
    const now = fits.filter((one) => at(one) > this.#written && at(one) < end);
    const before = fits.filter((one) => at(one) < this.#written);
    const standing = now.find((one) => fresh.includes(one)) ?? now.at(-1);
    // what was read before the last write may have changed: another server knows better
    return standing ?? (this.#options.otherwise ? null : (before.at(-1) ?? fits[0])) ?? null;
  }

  #targetOf(target: string): string {
    const { random = [] } = this.#options;
    if (random.length === 0) return target;
    const url = new URL(target, RECORDED_ORIGIN);
    for (const name of random) url.searchParams.delete(name);
    return `${url.pathname}${url.search}`;
  }

  #asks({ request }: Recorded, { method, url, headers }: LiveRequest): boolean {
    if (request.method !== method || this.#targetOf(request.target) !== this.#targetOf(`${url.pathname}${url.search}`))
      return false;
    const { headers: names = [] } = this.#options;
    return names.every((name) => recordedHeader(request.headers, name) === (headers[name] ?? null));
  }

  #saysTheSame(recorded: Recorded, { body }: LiveRequest): boolean {
    const { request } = recorded;
    const { bodies = false } = this.#options;
    if (!bodies || (bodies === "writes" && !divides(recorded))) return true;
    return isDeepStrictEqual(meaningOf(request.body ?? ""), meaningOf(body.toString("utf8")));
  }

  #reason(request: LiveRequest): string {
    const other = this.#all.find((one) => this.#asks(one, request));
    return other ? ` with this body: ${request.body}\n  recorded: ${other.request.body}` : "";
  }

  #answerOf({ request }: Recorded, response: NonNullable<Recorded["response"]>, asked: URL): LiveAnswer {
    const { random = [], origin = RECORDED_ORIGIN } = this.#options;
    const query = new URL(request.target, RECORDED_ORIGIN).searchParams;
    const changes = random.flatMap((name): [string, string][] => {
      const [from, to] = [query.get(name), asked.searchParams.get(name)];
      return from && to ? [[from, to]] : [];
    });
    const told = (text: string): string =>
      [...changes, [RECORDED_ORIGIN, origin] as const].reduce((so, [from, to]) => so.replaceAll(from, to), text);
    const headers: Record<string, string[]> = {};
    for (const [name, value] of response.headers) {
      const key = name.toLowerCase();
      if (!OF_THE_CONNECTION.has(key)) headers[key] = [...(headers[key] ?? []), told(value)];
    }
    return { status: response.status, headers, body: Buffer.from(told(response.body ?? "")) };
  }
}
