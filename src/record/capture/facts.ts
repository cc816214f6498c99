import { Reader } from "./bytes.ts";
import type { ConnectionBytes } from "./exchanges.ts";
import type { Exchange } from "./exchange.ts";
import { type Header, valueOf } from "./head.ts";
import { bodyPieces, type Message } from "./message.ts";

export type SignIn = "xml" | "json";

/** The properties of an exchange that filters and lists use; each is null if it is unknown. */
export interface Facts {
  readonly method: string | null;
  /** The request target (such as a path) in the request line, as sent. */
  readonly target: string | null;
  readonly status: number | null;
  readonly agent: string | null;
  /** The operation of the tier, as SERVICE/OPERATION (docs/probe.md); null if there is none. */
  readonly operation: string | null;
  /** The binding (XML or JSON) of a sign-in request; null if the request is no sign-in. */
  readonly signIn: SignIn | null;
}

const OPERATION = /\/(Json)?RestServices\/([\w.-]+\/[\w.-]+)\/?$/;
const SIGNS_IN = /^Core-\d{4}-\d{2}-Session\/login(?:SSO)?$/;

/** Returns the path of a request target, also of an absolute one (RFC 9112, 3.2), without its parameters (`;`) and query. */
export const pathOf = (target: string): string =>
  target
    .replace(/^[a-z][\w+.-]*:\/\/[^/?#]*/i, "")
    .replace(/[?#].*$/s, "")
    .replace(/;[^/]*/g, "");

const headersOf = (message: Message | null): readonly Header[] => message?.head.headers ?? [];

export function factsOf({ request, response }: Exchange, bytes: ConnectionBytes): Facts {
  const asked = request?.head.start.kind === "request" ? request.head.start : null;
  const [, json, operation = null] = asked ? (OPERATION.exec(pathOf(asked.target)) ?? []) : [];
  const signIn = request && operation !== null && SIGNS_IN.test(operation) ? bindingOf(request, bytes, json !== undefined) : null;
  return {
    method: asked?.method ?? null,
    target: asked?.target ?? null,
    status: response?.head.start.kind === "response" ? response.head.start.status : null,
    agent: valueOf(headersOf(request), "user-agent"),
    operation,
    signIn,
  };
}

/** Returns the binding (XML or JSON) of a sign-in request by its body first: a gateway also sends JSON to the path of the XML binding. */
function bindingOf(request: Message, { raw }: ConnectionBytes, jsonRoot: boolean): SignIn {
  const first = raw.c2s && bodyPieces(new Reader(raw.c2s, 4096), request).next();
  const beginning = first && !first.done ? Buffer.from(raw.c2s.read(first.value.offset, Math.min(200, first.value.length))) : "";
  const [sign] = beginning
    .toString()
    .replace(/^\ufeff/, "")
    .trimStart();
  if (sign === "<") return "xml";
  if (sign === "{") return "json";
  const type = valueOf(headersOf(request), "content-type") ?? "";
  return /json/i.test(type) || (jsonRoot && !/xml/i.test(type)) ? "json" : "xml";
}

/** Returns the program that sends the given User-Agent: the connector or its switcher; null for any other. */
export function identifyAgent(agent: string | null): "connector" | "switcher" | null {
  if (agent === null) return null;
  if (/^Apache-HttpClient\/4\.5\.\d+ \(Java\/\d/.test(agent)) return "connector";
  return /^Python-urllib\//.test(agent) ? "switcher" : null;
}
