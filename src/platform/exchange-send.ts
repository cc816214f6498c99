import http from "node:http";
import https from "node:https";
import { VERSION } from "../kernel/index.ts";
import { bodyOf } from "./exchange-body.ts";
import { otherWay, proxyHeaders } from "./exchange-connect.ts";
import { proxyOf } from "./exchange-proxy.ts";
import { connectionOf, isStale } from "./exchange-session.ts";
import type { ExchangeAnswer, ExchangeRequest } from "./exchange.ts";
import { faultOf } from "./http-errors.ts";
import { bareHost, HttpFault, portOf } from "./http.ts";

type Environment = (name: string) => string | undefined;

/** Parses the URL of a request. Removes its user and password: they are neither sent nor printed. Throws HttpFault if it is not http or https. */
function addressOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new HttpFault("no-name", "", "this is no address that can be asked: http or https is expected");
  [url.username, url.password, url.hash] = ["", "", ""];
  return url;
}

/** Sends one request. Resolves to the answer when its status and headers have arrived. */
function answered(url: URL, request: ExchangeRequest, env: Environment, signal: AbortSignal): Promise<http.IncomingMessage> {
  const { method, via, ca, body, hostHeader, session } = request;
  const proxy = otherWay(url, via) ? null : proxyOf(url, env);
  // plain http uses no tunnel through a proxy: the request line has the whole URL instead
  const whole = proxy !== null && url.protocol === "http:";
  const options: http.RequestOptions = {
    method,
    host: url.hostname,
    port: portOf(url),
    path: whole ? url.href : `${url.pathname}${url.search}`,
    headers: {
      ...request.headers,
      host: hostHeader ?? url.host,
      "user-agent": `tierwright/${VERSION}`,
      "accept-encoding": "gzip, deflate",
      ...(body === null && method === "GET" ? {} : { "content-length": body?.length ?? 0 }),
      connection: session ? "keep-alive" : "close",
      ...(whole ? proxyHeaders(proxy) : {}),
    },
    signal,
    ...connectionOf({ url, via, ca, proxy, signal }, session),
  };
  return new Promise((resolve, reject) => {
    const { request: send } = url.protocol === "https:" ? https : http;
    const sent = send(options)
      .on("response", (response) => {
        // errors after the answer are ignored, because the promise is already resolved
        response.on("error", () => undefined);
        if (response.statusCode !== 407) return resolve(response);
        response.destroy();
        const who = proxy ? `the proxy ${proxy.shown}` : "a proxy on the way";
        reject(new HttpFault("proxy", url.href, `${who} requires a user and password (407)`));
      })
      .on("upgrade", (_response, socket) => {
        socket.destroy();
        reject(new HttpFault("no-http", url.href, "it switches to another protocol, which was not asked for"));
      })
      .on("error", (error) => (isStale(sent, error) ? resolve(answered(url, request, env, signal)) : reject(error)));
    sent.end(body ?? undefined);
  });
}

/** Returns every header of an answer by its name in lower case, with its values in the order of arrival. */
function headersOf({ rawHeaders }: http.IncomingMessage): ReadonlyMap<string, readonly string[]> {
  const headers = new Map<string, string[]>();
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = (rawHeaders[i] as string).toLowerCase();
    const values = headers.get(name) ?? [];
    values.push(rawHeaders[i + 1] as string);
    headers.set(name, values);
  }
  return headers;
}

const peerOf = ({ socket }: http.IncomingMessage, url: URL): string => {
  const address = socket.remoteAddress ?? bareHost(url.hostname);
  return `${address.includes(":") ? `[${address}]` : address}:${socket.remotePort ?? portOf(url)}`;
};

async function answerOf(url: URL, request: ExchangeRequest, env: Environment, signal: AbortSignal): Promise<ExchangeAnswer> {
  const response = await answered(url, request, env, signal);
  const [type = "", ...parameters] = (response.headers["content-type"] ?? "").split(";");
  const charset = parameters.map((one) => /^\s*charset\s*=\s*"?([^"\s]+)/i.exec(one)?.[1]?.toLowerCase()).find(Boolean) ?? null;
  const [headers, peer] = [headersOf(response), peerOf(response, url)];
  const body = await bodyOf(response, url.href, request.largest);
  return { url: url.href, status: response.statusCode ?? 0, headers, type: type.trim().toLowerCase(), charset, body, peer };
}

/** Converts a timeout in milliseconds to seconds for a message, rounded to tenths: the remaining time of a probe is no round number. */
const seconds = (patience: number): number => (patience < 1000 ? patience / 1000 : Math.round(patience / 100) / 10);

/**
 * Sends one request with limits: a timeout for all of it and a largest size. Always checks certificates, follows no redirect, and sends no
 * cookie or credentials except those in the request. Uses the proxies of HTTPS_PROXY, HTTP_PROXY and NO_PROXY. Rejects with HttpFault.
 */
export async function exchange(request: ExchangeRequest, env: Environment): Promise<ExchangeAnswer> {
  const url = addressOf(request.url);
  const limit = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  // this promise rejects at the timeout by itself, because an aborted connection can look like the end of an answer, or emit no event
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new HttpFault("no-answer", url.href, `it did not answer fully within ${seconds(request.patience)} s`));
      limit.abort();
    }, request.patience);
  });
  try {
    return await Promise.race([late, answerOf(url, request, env, limit.signal)]);
  } catch (error) {
    throw faultOf(error, url.href);
  } finally {
    clearTimeout(timer);
  }
}
