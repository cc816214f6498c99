import http from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import type { Exchange, ExchangeAnswer } from "../../../src/io/exchange.ts";
import { HttpFault } from "../../../src/io/http.ts";
import type { ServerCertificate } from "../certificate.ts";

/** What a server of a test is asked. Header names in lower case. */
export interface WebRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface WebAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Buffer;
}

/** A server as a function: it serves tests in this process and over real connections alike. */
export type WebHandler = (request: WebRequest) => WebAnswer | Promise<WebAnswer>;

export const page = (body: string, status = 200, title = "Page"): WebAnswer => ({
  status,
  headers: { "content-type": "text/html; charset=utf-8" },
  body: `<!DOCTYPE html><html><head><title>${title}</title></head><body>${body}</body></html>`,
});

export const json = (value: unknown, status = 200): WebAnswer => ({
  status,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(value),
});

export const leadsTo = (location: string, cookies: readonly string[] = [], status = 302): WebAnswer => ({
  status,
  headers: { location, ...(cookies.length > 0 ? { "set-cookie": cookies } : {}) },
});

export const cookieOf = (request: WebRequest, name: string): string | null =>
  (request.headers.cookie ?? "")
    .split("; ")
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? null;

/** Everything that was asked of the servers of one test. */
export interface Asked extends WebRequest {
  readonly origin: string;
}

const text = (value: string | readonly string[]): readonly string[] => (typeof value === "string" ? [value] : value);

/** The handlers as one network: each answers at its origin, and nothing else exists. */
export function network(servers: Readonly<Record<string, WebHandler>>): { readonly exchange: Exchange; readonly asked: Asked[] } {
  const asked: Asked[] = [];
  const exchange: Exchange = async ({ method, url: address, headers, body, hostHeader }) => {
    const url = new URL(address);
    const handler = servers[url.origin];
    if (!handler) throw new HttpFault("refused", address, "nothing listens there");
    const lower = Object.fromEntries(Object.entries(headers).map(([key, value]) => [key.toLowerCase(), value]));
    const request = {
      method,
      url: hostHeader === undefined ? url : new URL(`${url.protocol}//${hostHeader}${url.pathname}${url.search}`),
      headers: { host: hostHeader ?? url.host, ...lower },
      body: body?.toString("utf8") ?? "",
    };
    asked.push({ ...request, origin: url.origin });
    const answer = await handler(request);
    const all = new Map(Object.entries(answer.headers ?? {}).map(([key, value]) => [key.toLowerCase(), text(value)]));
    const [type = "", parameter] = (all.get("content-type")?.[0] ?? "").toLowerCase().split(";");
    const made: ExchangeAnswer = {
      url: address,
      status: answer.status,
      headers: all,
      type: type.trim(),
      charset: parameter === undefined ? null : (/charset=([\w-]+)/.exec(parameter)?.[1] ?? null),
      body: Buffer.from(answer.body ?? ""),
      peer: `10.20.0.11:${url.port || (url.protocol === "https:" ? "443" : "80")}`,
    };
    return made;
  };
  return { exchange, asked };
}

async function bodyOf(request: http.IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

export interface LocalServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Listens on the loopback at a free port; with a certificate by TLS. */
export async function listening(listener: http.RequestListener, certificate: ServerCertificate | null): Promise<LocalServer> {
  const server = certificate
    ? https.createServer({ key: certificate.key, cert: certificate.cert }, listener)
    : http.createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** A handler as what a real server calls. */
export const listenerOf =
  (handler: WebHandler, protocol: "https" | "http"): http.RequestListener =>
  (incoming, response) => {
    const answered = async () => {
      const headers = Object.fromEntries(Object.entries(incoming.headers).map(([key, value]) => [key, String(value)]));
      const url = new URL(`${protocol}://${headers.host}${incoming.url}`);
      const answer = await handler({ method: incoming.method ?? "GET", url, headers, body: await bodyOf(incoming) });
      for (const [key, value] of Object.entries(answer.headers ?? {})) response.setHeader(key, [...text(value)]);
      response.writeHead(answer.status).end(answer.body ?? "");
    };
    answered().catch(() => response.destroy());
  };
