import { createRequire } from "node:module";
import { HTTPParser as Plain } from "http-parser-js";

/** A message as any parser tells it. */
export interface Parsed {
  /** Method and target, or the status. */
  readonly start: string;
  readonly headers: readonly string[];
  readonly body: string;
  readonly whole: boolean;
}

export interface Answer {
  readonly messages: readonly Parsed[];
  readonly error: boolean;
}

interface Told {
  start: string;
  headers: readonly string[];
  body: string;
  whole: boolean;
}

const bytesOf = (text: string): Buffer => Buffer.from(text, "latin1");

/** Node's own parser (llhttp), as lenient as it gets. It reads HTTP/0.9 and 2.0 lines, too, which nothing here calls HTTP/1: an error. */
export function llhttp(text: string, kind: "request" | "response"): Answer {
  const { HTTPParser, methods } = createRequire(import.meta.url)("_http_common") as {
    // biome-ignore lint/suspicious/noExplicitAny: nobody has types for it
    HTTPParser: any;
    methods: readonly string[];
  };
  const parser = new HTTPParser();
  parser.initialize(kind === "request" ? HTTPParser.REQUEST : HTTPParser.RESPONSE, {}, 0, HTTPParser.kLenientAll);
  const messages: Told[] = [];
  let flushed: string[] = [];
  let other = false;
  parser[HTTPParser.kOnHeaders | 0] = (headers: string[]) => {
    flushed = [...flushed, ...headers];
  };
  parser[HTTPParser.kOnHeadersComplete | 0] = (...info: readonly unknown[]) => {
    const [major, , headers, method, url, status] = info as [number, number, string[] | undefined, number, string, number];
    const start = kind === "request" ? `${methods[method] ?? method} ${url}` : String(status);
    messages.push({ start, headers: [...flushed, ...(headers ?? [])], body: "", whole: false });
    flushed = [];
    other ||= major !== 1;
    return 0;
  };
  parser[HTTPParser.kOnBody | 0] = (piece: Buffer) => {
    const last = messages.at(-1);
    if (last) last.body += piece.toString("latin1");
  };
  parser[HTTPParser.kOnMessageComplete | 0] = () => {
    flushed = [];
    const last = messages.at(-1);
    if (last) last.whole = true;
  };
  const bytes = bytesOf(text);
  const took = parser.execute(bytes, 0, bytes.length);
  const ended = took instanceof Error ? took : parser.finish();
  return { messages, error: other || ended instanceof Error };
}

/** http-parser-js. */
export function plainParser(text: string, kind: "request" | "response"): Answer {
  const parser = new Plain(kind === "request" ? Plain.REQUEST : Plain.RESPONSE);
  const messages: Told[] = [];
  parser[Plain.kOnHeadersComplete] = (info) => {
    const start = kind === "request" ? `${Plain.methods[info.method] ?? info.method} ${info.url}` : String(info.statusCode);
    messages.push({ start, headers: [...info.headers], body: "", whole: false });
    return undefined;
  };
  parser[Plain.kOnBody] = (bytes, offset, length) => {
    const last = messages.at(-1);
    if (last) last.body += bytes.toString("latin1", offset, offset + length);
  };
  parser[Plain.kOnMessageComplete] = () => {
    const last = messages.at(-1);
    if (last) last.whole = true;
  };
  const bytes = bytesOf(text);
  try {
    const took = parser.execute(bytes, 0, bytes.length);
    const ended = took instanceof Error ? took : parser.finish();
    return { messages, error: (ended as unknown) instanceof Error };
  } catch {
    return { messages, error: true };
  }
}
