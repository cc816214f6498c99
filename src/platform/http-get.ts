import { exchange } from "./exchange-send.ts";
import type { Exchange, ExchangeAnswer } from "./exchange.ts";
import { type HttpAnswer, HttpFault, type HttpRequest } from "./http.ts";

/** The most redirects that are followed; a server needs fewer of them on one host. */
const MOST_REDIRECTS = 3;

/**
 * Returns the target of a redirect within the origin; null if the answer is no redirect. Throws HttpFault for another origin, because the user
 * did not name that server.
 */
function redirectOf({ status, headers, url }: ExchangeAnswer): string | null {
  const location = headers.get("location")?.[0];
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return null;
  const to = URL.canParse(location, url) ? new URL(location, url) : null;
  if (to?.origin === new URL(url).origin && to.username === "" && to.password === "") return to.href;
  const where = (to?.href ?? location).slice(0, 300);
  throw new HttpFault("redirect", url, `it answers ${status} and leads to ${where}, which is another server`);
}

/**
 * Sends one GET with limits: a timeout for all of it and a largest size. Always checks certificates, follows redirects within the same origin
 * only, and sends no cookie and no credentials. Rejects with HttpFault.
 */
export async function httpGet(
  { accept, patience, ...request }: HttpRequest,
  ask: Exchange = (one) => exchange(one, () => undefined),
): Promise<HttpAnswer> {
  const ends = performance.now() + patience;
  let { url } = request;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    const left = Math.max(1, Math.ceil(ends - performance.now()));
    const answer = await ask({
      ...request,
      method: "GET",
      url,
      headers: { accept },
      body: null,
      patience: redirects === 0 ? patience : left,
    });
    const to = redirectOf(answer);
    if (to === null) return { url: answer.url, status: answer.status, type: answer.type, body: answer.body, peer: answer.peer };
    url = to;
  }
  throw new HttpFault("redirect", url, `it leads from one of its pages to another more than ${MOST_REDIRECTS} times`);
}
