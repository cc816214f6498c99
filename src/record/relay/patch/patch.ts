import type { Way } from "../events.ts";
import { fieldsOf, headIn, methodOf, requestBody, responseBody, statusOf } from "./head.ts";
import { cookieEdits, hostEdits, locationEdits, type Tier } from "./rules.ts";
import { type Answer, PatchedStream, type Reader } from "./stream.ts";

/** A request that passed the relay and has no answer so far. */
interface Asked {
  readonly method: string;
  /** The host by which the client addresses the relay; null if the request names none. */
  readonly host: string | null;
}

const SWITCHING = 101;
/** A lone carriage return, which ends a line for some programs. */
const LONE_CR = /\r(?!\n)/;

/**
 * Returns the streams for both directions of a connection. They share the requests, because the kind of a request determines how its answer
 * is read.
 */
export function patchesFor(own: Tier, tiers: readonly Tier[]): Readonly<Record<Way, PatchedStream>> {
  const asked: Asked[] = [];
  const said = { upgraded: false };

  function request(bytes: Buffer): Answer {
    const head = headIn(bytes);
    const method = methodOf(head);
    if (method === null) return { code: "not-http" };
    asked.push({ method, host: fieldsOf(head, "host")[0]?.value ?? null });
    const body = requestBody(head);
    if (body === null || LONE_CR.test(bytes.toString("latin1"))) return { code: "lengths" };
    return { edits: hostEdits(head, own), body };
  }

  function response(bytes: Buffer): Answer {
    const head = headIn(bytes);
    const status = statusOf(head);
    if (status === null) return { code: "not-http" };
    const [one] = asked;
    if (!one) return { code: "no-request" };
    if (status === SWITCHING || (one.method === "CONNECT" && status >= 200 && status < 300)) {
      said.upgraded = true;
      return { code: "upgrade" };
    }
    if (status >= 200) asked.shift();
    const body = responseBody(head, status, one.method);
    if (body === null || LONE_CR.test(bytes.toString("latin1"))) return { code: "lengths" };
    return { edits: [...locationEdits(head, own, tiers, one.host), ...cookieEdits(head, one.host ?? own.listen)], body };
  }

  const c2s: Reader = {
    begins: (text) => /^[!#$%&'*+.^_`|~\w-]{0,32}(?: |$)/.test(text),
    head: request,
    get over() {
      return said.upgraded;
    },
  };
  const s2c: Reader = {
    begins: (text) => "HTTP/1.".startsWith(text.slice(0, 7)),
    head: response,
    over: false,
  };
  return { c2s: new PatchedStream(c2s), s2c: new PatchedStream(s2c) };
}
