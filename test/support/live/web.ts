import type { Exchange, ExchangeRequest } from "../../../src/platform/exchange.ts";
import { HttpFault } from "../../../src/platform/http.ts";
import { answer, inProcess, type Live, type LiveAnswer, type LiveRequest } from "./live.ts";

/* What web servers answer browsers with. */

export const page = (body: string, status = 200, title = "Page"): LiveAnswer =>
  answer(
    status,
    "text/html; charset=utf-8",
    `<!DOCTYPE html><html><head><title>${title}</title></head><body>${body}</body></html>`,
  );

export const json = (value: unknown, status = 200): LiveAnswer => answer(status, "application/json", JSON.stringify(value));

export const leadsTo = (location: string, cookies: readonly string[] = [], status = 302): LiveAnswer =>
  answer(status, "text/html", "", { location, ...(cookies.length > 0 ? { "set-cookie": cookies } : {}) });

export const cookieOf = ({ headers }: LiveRequest, name: string): string | null =>
  (headers.cookie ?? "")
    .split("; ")
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? null;

export const formOf = ({ body }: LiveRequest): URLSearchParams => new URLSearchParams(body.toString("utf8"));

/** The origin that a request was meant for: its Host header, which may be another than where it went. */
export const hostOf = ({ headers, url }: LiveRequest): string => `${url.protocol}//${headers.host ?? url.host}`;

/** One request as it was made of the servers of a test. */
export interface Made {
  readonly method: string;
  readonly origin: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Servers as one network that tells what was asked of it. They may be added later. */
export function network(servers: Readonly<Record<string, Live>>): { readonly exchange: Exchange; readonly asked: Made[] } {
  const asked: Made[] = [];
  const ask = inProcess(servers);
  const exchange = (request: ExchangeRequest) => {
    const url = new URL(request.url);
    const headers = { ...request.headers, host: request.hostHeader ?? url.host };
    if (!Object.hasOwn(servers, url.origin))
      return Promise.reject(new HttpFault("refused", request.url, "nothing listens there"));
    asked.push({ method: request.method, origin: url.origin, url, headers, body: request.body?.toString("utf8") ?? "" });
    return ask(request);
  };
  return { exchange, asked };
}
