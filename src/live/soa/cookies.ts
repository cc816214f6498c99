import { type Callback, Cookie, CookieJar as Jar, MemoryCookieStore } from "tough-cookie";
import type { SoaRequest } from "./request.ts";

/** More than any sign-in sets; the rest is dropped. */
const MOST = 100;
/** More than any cookie has. */
const LONGEST = 16_384;

/** Leaves the match of hosts to the jar: the library's own search fails for a host that is called "test", "example" or "local". */
class EveryCookie extends MemoryCookieStore {
  override findCookies(_host: string, _path: string, _special?: boolean, found?: Callback<Cookie[]>): Promise<Cookie[]> {
    if (found) this.getAllCookies(found);
    return this.getAllCookies();
  }
}

/** Returns an address whose path the library compares as it is written, as browsers do: it decodes the path of a request, and not that of a cookie. */
function asWritten(url: URL): URL {
  const written = new URL(url);
  written.pathname = url.pathname.replaceAll("%", "%25");
  return written;
}

/**
 * The cookies of one session with a tier, or of one walk through a sign-in, as browsers keep them. They go to the origins that were declared and
 * to nobody else, on the same host and another port included.
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

  /** Returns the Cookie header of a request, or null if no cookie goes there. */
  header(url: URL): string | null {
    // an expired cookie is never kept; the library would ask the machine's own clock
    return (this.#origins.has(url.origin) && this.#jar.getCookieStringSync(asWritten(url), { expire: false })) || null;
  }

  /** Keeps the cookies that the Set-Cookie headers of an answer set. */
  take(url: URL, headers: readonly string[]): void {
    if (!this.#origins.has(url.origin)) return;
    for (const header of headers) this.#set(url, header);
  }

  /** Returns every value, to hide it wherever it would be printed. */
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
    // a host without a dot that names itself means itself alone (RFC 6265, 5.3); the library refuses it as a public suffix
    if (cookie.domain === url.hostname && !url.hostname.includes(".")) cookie.domain = null;
    const now = this.#now();
    const kept = this.#jar.setCookieSync(cookie, asWritten(url), { now, ignoreError: true });
    const isOver = kept !== undefined && (kept.TTL(now.getTime()) <= 0 || this.#kept().length > MOST);
    if (isOver) this.#store.removeCookie(kept.domain ?? "", kept.path ?? "", kept.key, () => undefined);
  }
}

/** Returns a request to a tier as it is sent within a session: with the cookies that go to its address, and the token that must come back as a header. */
export function within(jar: CookieJar, request: SoaRequest): SoaRequest {
  const cookie = jar.header(new URL(request.url));
  if (cookie === null) return request;
  const token = /(?:^|; )XSRF-TOKEN=([^;]+)/.exec(cookie)?.[1];
  return { ...request, headers: { ...request.headers, cookie, ...(token === undefined ? {} : { "x-xsrf-token": token }) } };
}
