import http from "node:http";
import https from "node:https";
import tls from "node:tls";
import { faultOf } from "./http-errors.ts";
import { bareHost, type HttpAnswer, HttpFault, type HttpRequest, portOf } from "./http.ts";

/** More than any server sends a browser through on one host. */
const MOST_REDIRECTS = 3;

/** Where the connection goes. The name that was asked for stays in the request, in TLS and in what the certificate is held to. */
function optionsOf(url: URL, { via, ca, accept }: HttpRequest): https.RequestOptions {
  const host = bareHost(url.hostname);
  const port = portOf(url);
  const other = via.find((one) => one.host.toLowerCase() === host && one.port === port);
  const isAddress = url.hostname.startsWith("[") || /^[\d.]+$/.test(host);
  return {
    method: "GET",
    host: other?.address ?? host,
    port: other?.toPort ?? port,
    path: `${url.pathname}${url.search}`,
    headers: { host: url.host, accept, "accept-encoding": "identity", "user-agent": "tierwright", connection: "close" },
    agent: false,
    // whatever NODE_TLS_REJECT_UNAUTHORIZED says: an answer of anybody proves nothing
    rejectUnauthorized: true,
    checkServerIdentity: (_name, certificate) => tls.checkServerIdentity(host, certificate),
    ...(isAddress ? {} : { servername: host }),
    ...(ca === null ? {} : { ca: [...tls.rootCertificates, ca] }),
  };
}

/** Tells whoever waits what a response is, once its end is there. */
function received(response: http.IncomingMessage, url: URL, largest: number): Promise<HttpAnswer> {
  const { socket, headers, statusCode: status = 0 } = response;
  const peer = `${socket.remoteAddress ?? url.hostname}:${socket.remotePort ?? portOf(url)}`;
  const type = (headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  return new Promise((resolve, reject) => {
    const fail = (fault: HttpFault) => {
      response.destroy();
      reject(fault);
    };
    const of = (kind: HttpFault["kind"], says: string) => new HttpFault(kind, url.href, says);
    const encoding = headers["content-encoding"] ?? "identity";
    if (encoding.toLowerCase() !== "identity")
      return fail(of("encoded", "its answer is compressed although plain was asked for"));
    const announced = Number(headers["content-length"] ?? 0);
    const tooLarge = (size: number, more: string) =>
      of("too-large", `its answer has ${more}${size} bytes, and ${largest} is the most`);
    if (announced > largest) return fail(tooLarge(announced, ""));
    const parts: Buffer[] = [];
    let size = 0;
    const cut = () => reject(of("truncated", `its answer ends after ${size} bytes, before its end`));
    response.on("data", (part: Buffer) => {
      size += part.length;
      if (size > largest) return fail(tooLarge(largest, "more than "));
      parts.push(part);
    });
    response.on("error", cut);
    response.on("close", () => (response.complete ? undefined : cut()));
    response.on("end", () =>
      response.complete ? resolve({ url: url.href, status, type, body: Buffer.concat(parts), peer }) : cut(),
    );
  });
}

/** Where a redirect leads; null: it is none. Another origin is another server, which nobody named. */
function redirectOf({ statusCode = 0, headers: { location } }: http.IncomingMessage, url: URL): URL | null {
  if (![301, 302, 303, 307, 308].includes(statusCode) || location === undefined) return null;
  const to = URL.canParse(location, url.href) ? new URL(location, url) : null;
  if (to?.origin === url.origin && to.username === "" && to.password === "") return to;
  const where = (to?.href ?? location).slice(0, 300);
  throw new HttpFault("redirect", url.href, `it answers ${statusCode} and leads to ${where}, which is another server`);
}

const asked = (url: URL, request: HttpRequest, signal: AbortSignal): Promise<http.IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { request: send } = url.protocol === "https:" ? https : http;
    send({ ...optionsOf(url, request), signal })
      .on("response", resolve)
      .on("error", reject)
      .end();
  });

/**
 * One GET with limits: a time for all of it, a size, certificates always checked, redirects within the same origin alone, no proxy, no
 * cookie, no credentials. Rejects with HttpFault.
 */
export async function httpGet(request: HttpRequest): Promise<HttpAnswer> {
  const signal = AbortSignal.timeout(request.patience);
  let url = new URL(request.url);
  try {
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      const response = await asked(url, request, signal);
      // the body of a redirect is nobody's business
      response.on("error", () => undefined);
      let to: URL | null;
      try {
        to = redirectOf(response, url);
      } catch (error) {
        response.destroy();
        throw error;
      }
      if (!to) return await received(response, url, request.largest);
      response.destroy();
      url = to;
    }
  } catch (error) {
    if (signal.aborted) throw new HttpFault("no-answer", url.href, `it did not answer fully within ${request.patience / 1000} s`);
    throw faultOf(error, url.href);
  }
  throw new HttpFault("redirect", url.href, `it leads from one of its pages to another more than ${MOST_REDIRECTS} times`);
}
