import type { Way } from "../events.ts";
import { fieldsOf, headIn, methodOf, requestBody, responseBody, statusOf } from "./head.ts";
import { cookieEdits, hostEdits, locationEdits, type Tier } from "./rules.ts";
import { type Answer, PatchedStream, type Reader } from "./stream.ts";

/** A request that the relay forwarded and that has no final response yet. */
interface Asked {
  readonly method: string;
  /** The request's Host field, which names the relay as the client addresses it; null if there is none. */
  readonly host: string | null;
}

const SWITCHING = 101;
/** A carriage return without a line feed, which some programs take for the end of a line. */
const LONE_CR = /\r(?!\n)/;

/**
 * Returns the streams that patch both directions of a connection. They share the list of open requests, because the method of a request
 * determines how its response ends.
 * @param own The server behind this relay.
 * @param tiers The servers behind all relays of the recording.
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
