import { type Callback, Cookie, CookieJar as Jar, MemoryCookieStore } from "tough-cookie";
import type { SoaRequest } from "./request.ts";

/** The most cookies that a jar stores; no sign-in sets more, and further ones are dropped. */
const MOST = 100;
/** The greatest length of one cookie, in characters. */
const LONGEST = 16_384;

/**
 * A cookie store that returns all cookies and leaves the choice of those for a request to the cookie jar of tough-cookie: the search of
 * tough-cookie's own store fails for hosts named "test", "example" or "local".
 */
class EveryCookie extends MemoryCookieStore {
  override findCookies(_host: string, _path: string, _special?: boolean, found?: Callback<Cookie[]>): Promise<Cookie[]> {
    if (found) this.getAllCookies(found);
    return this.getAllCookies();
  }
}

/**
 * Returns an address whose path tough-cookie compares as written, as browsers do: every % is encoded, because tough-cookie decodes the path
 * of a request, but not that of a cookie.
 */
function asWritten(url: URL): URL {
  const written = new URL(url);
  written.pathname = url.pathname.replaceAll("%", "%25");
  return written;
}

/**
 * The cookies of one session of the tier, or of one sign-in through the identity provider, as browsers keep them. They are sent to the
 * declared origins only, not even to another port of the same host.
 */
export class CookieJar {
  readonly #store = new EveryCookie();
  readonly #jar = new Jar(this.#store, { allowSecureOnLocal: false });
  readonly #origins: ReadonlySet<string>;
  readonly #now: () => Date;

  constructor(origins: Iterable<string>, now: () => Date) {
    this.#origins = new Set(origins);
    this.#now = now;
  }

  /** Returns the Cookie header for a request to an address; null if no cookie belongs to it. */
  header(url: URL): string | null {
    // no expired cookie is stored, so tough-cookie need not compare with the machine's clock (`expire`)
    return (this.#origins.has(url.origin) && this.#jar.getCookieStringSync(asWritten(url), { expire: false })) || null;
  }

  /** Stores the cookies of an answer's Set-Cookie headers, if `url` has one of the origins that the jar was made for. */
  take(url: URL, headers: readonly string[]): void {
    if (!this.#origins.has(url.origin)) return;
    for (const header of headers) this.#set(url, header);
  }

  /** Returns all cookie values, for redaction. */
  values(): readonly string[] {
    return this.#kept().flatMap(({ value }) => value || []);
  }

  #kept(): readonly Cookie[] {
    let kept: readonly Cookie[] = [];
    this.#store.getAllCookies((_error, all) => (kept = all ?? []));
    return kept;
  }

  #set(url: URL, header: string): void {
    const cookie = header.length > LONGEST ? undefined : Cookie.parse(header);
    if (!cookie) return;
    // a host without a dot as its own domain means this host only (RFC 6265, 5.3); tough-cookie refuses it as a public suffix
    if (cookie.domain === url.hostname && !url.hostname.includes(".")) cookie.domain = null;
    const now = this.#now();
    const kept = this.#jar.setCookieSync(cookie, asWritten(url), { now, ignoreError: true });
    const isOver = kept !== undefined && (kept.TTL(now.getTime()) <= 0 || this.#kept().length > MOST);
    if (isOver) this.#store.removeCookie(kept.domain ?? "", kept.path ?? "", kept.key, () => undefined);
  }
}

/** Adds to a request the cookies for its address, and the value of the cookie XSRF-TOKEN as the header X-XSRF-TOKEN. */
export function addCookies(jar: CookieJar, request: SoaRequest): SoaRequest {
  const cookie = jar.header(new URL(request.url));
  if (cookie === null) return request;
  const token = /(?:^|; )XSRF-TOKEN=([^;]+)/.exec(cookie)?.[1];
  return { ...request, headers: { ...request.headers, cookie, ...(token === undefined ? {} : { "x-xsrf-token": token }) } };
}
