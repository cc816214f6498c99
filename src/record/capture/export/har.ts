import { isUtf8 } from "node:buffer";
import type { RawBytes } from "../bytes.ts";
import { type Capture, exchangesIn, instantOf } from "../capture.ts";
import type { ConnectionBytes } from "../exchanges.ts";
import { decodedBody } from "../decode.ts";
import type { Exchange } from "../exchange.ts";
import { type Header, valueOf, valuesOf } from "../head.ts";
import type { Message } from "../message.ts";

/*
 * HAR 1.2 (HTTP Archive) has decoded messages only: no chunks, no trailers, no incomplete messages. The `comment` fields of an exported
 * file say which exchanges are broken, and how many are left out.
 */

interface Pair {
  readonly name: string;
  readonly value: string;
}

const pairsOf = (headers: readonly Header[]): readonly Pair[] => headers.map(({ name, value }) => ({ name, value }));

/** Returns the body of a message for HAR: as text, or as base64 if it is not valid UTF-8. */
function textOf(
  message: Message,
  raw: RawBytes | null,
): { readonly text: string; readonly base64: boolean; readonly size: number } {
  if (!raw) return { text: "", base64: false, size: 0 };
  const { bytes } = decodedBody(message, raw);
  const plain = isUtf8(bytes);
  return { text: bytes.toString(plain ? "utf8" : "base64"), base64: !plain, size: bytes.length };
}

function cookiesOf(values: readonly string[], attributes: boolean): readonly Pair[] {
  const texts = values.flatMap((value) => (attributes ? [value.split(";")[0] ?? ""] : value.split(";")));
  return texts.map((text) => {
    const [name = "", ...value] = text.trim().split("=");
    return { name, value: value.join("=") };
  });
}

function queryOf(target: string): readonly Pair[] {
  const query = /\?([^#]*)/.exec(target)?.[1] ?? "";
  return [...new URLSearchParams(query)].map(([name, value]) => ({ name, value }));
}

/** Returns the URL of a request: the server behind the relay (if unknown, the Host field), and the request target as sent. */
function addressOf(target: string, to: string, host: string | null): string {
  if (/^[a-z][\w+.-]*:\/\//i.test(target)) return target;
  const origin = /^https?:\/\//.test(to) ? to : `http://${to === "" ? (host ?? "unknown") : to}`;
  return `${origin}${target.startsWith("/") ? "" : "/"}${target}`;
}

function requestOf(message: Message, raw: RawBytes | null, to: string): object {
  const { start, headers, at } = message.head;
  const target = start.kind === "request" ? start.target : "";
  const { text, base64 } = textOf(message, raw);
  const mimeType = valueOf(headers, "content-type") ?? "";
  return {
    method: start.kind === "request" ? start.method : "",
    url: addressOf(target, to, valueOf(headers, "host")),
    httpVersion: `HTTP/${start.version}`,
    cookies: cookiesOf(valuesOf(headers, "cookie"), false),
    headers: pairsOf(headers),
    queryString: queryOf(target),
    ...(message.size > 0 ? { postData: { mimeType, text, ...(base64 ? { comment: "base64" } : {}) } } : {}),
    headersSize: at.length,
    bodySize: message.size,
  };
}

const NO_RESPONSE = {
  status: 0,
  statusText: "",
  httpVersion: "",
  cookies: [],
  headers: [],
  content: { size: 0, mimeType: "x-unknown" },
  redirectURL: "",
  headersSize: -1,
  bodySize: -1,
};

function responseOf(message: Message | null, raw: RawBytes | null): object {
  if (!message) return NO_RESPONSE;
  const { start, headers, at } = message.head;
  const { text, base64, size } = textOf(message, raw);
  return {
    status: start.kind === "response" ? start.status : 0,
    statusText: start.kind === "response" ? start.reason : "",
    httpVersion: `HTTP/${start.version}`,
    cookies: cookiesOf(valuesOf(headers, "set-cookie"), true),
    headers: pairsOf(headers),
    content: {
      size,
      compression: size - message.size,
      mimeType: valueOf(headers, "content-type") ?? "x-unknown",
      text,
      ...(base64 ? { encoding: "base64" } : {}),
    },
    redirectURL: valueOf(headers, "location") ?? "",
    headersSize: at.length,
    bodySize: message.size,
  };
}

function entryOf(capture: Capture, exchange: Exchange, { raw }: ConnectionBytes): object | null {
  const { request, response, connection, began, answered, ended, broken, anomalies } = exchange;
  if (!request) return null;
  const relays = capture.told.started?.relays ?? [];
  const to = (relays.find(({ role }) => role === connection.relay) ?? relays[0])?.to ?? connection.to ?? "";
  const wait = began && answered ? Math.max(0, answered.t - began.t) : 0;
  const receive = answered && ended ? Math.max(0, ended.t - answered.t) : 0;
  const comment = [...(broken ? [`broken: ${broken}`] : []), ...anomalies].join(", ");
  return {
    startedDateTime: instantOf(capture, began?.t) ?? "1970-01-01T00:00:00.000Z",
    time: wait + receive,
    request: requestOf(request, raw.c2s, to),
    response: responseOf(response, raw.s2c),
    cache: {},
    timings: { send: 0, wait, receive },
    connection: String(connection.n),
    ...(comment === "" ? {} : { comment }),
  };
}

/** Yields a capture as HAR 1.2 in pieces, without exchanges that have no request, which HAR cannot represent; counts them in a comment. */
export function* harOf(capture: Capture, version: string): Generator<string> {
  yield `{"log":{"version":"1.2","creator":${JSON.stringify({ name: "tierwright", version })},"entries":[`;
  let [count, left] = [0, 0];
  for (const { exchange, bytes } of exchangesIn(capture)) {
    const entry = entryOf(capture, exchange, bytes);
    if (entry) yield `${count++ === 0 ? "" : ","}\n${JSON.stringify(entry)}`;
    else left += 1;
  }
  const comment = `contains passwords and sessions as sent; decoded, so not the bytes as sent; ${left} exchanges without a request are omitted`;
  yield `\n],"comment":${JSON.stringify(comment)}}}\n`;
}
