import type { SoaRequest } from "./request.ts";
import { isOver, readSetCookie } from "./set-cookie.ts";

/** More than any sign-in sets; what comes on top is dropped. */
const MOST = 100;

interface Cookie {
  readonly name: string;
  readonly value: string;
  /** Lower case; `hostOnly`: this host alone, else what lies below it, too. */
  readonly host: string;
  readonly hostOnly: boolean;
  readonly path: string;
  readonly secure: boolean;
}

const isAddress = (host: string): boolean => host.startsWith("[") || /^[\d.]+$/.test(host);

/** The folder of a path, where a cookie names none (RFC 6265, 5.1.4). */
function folderOf(path: string): string {
  const end = path.lastIndexOf("/");
  return end <= 0 ? "/" : path.slice(0, end);
}

const liesIn = (path: string, folder: string): boolean =>
  path === folder || (path.startsWith(folder) && (folder.endsWith("/") || path[folder.length] === "/"));

/**
 * The cookies of one session with a tier, or of one walk through a sign-in, as clients keep them (RFC 6265): by host, path and TLS. They go to
 * the origins that were declared and to nobody else, on the same host and another port included.
 */
export class CookieJar {
  readonly #cookies: Cookie[] = [];
  readonly #origins: ReadonlySet<string>;
  readonly #now: () => Date;

  constructor(origins: Iterable<string>, now: () => Date) {
    this.#origins = new Set(origins);
    this.#now = now;
  }

  /** The Cookie header of a request; null: none goes there. */
  header(url: URL): string | null {
    if (!this.#origins.has(url.origin)) return null;
    const host = url.hostname.toLowerCase();
    const sent = this.#cookies.filter(
      (cookie) =>
        (cookie.host === host || (!cookie.hostOnly && host.endsWith(`.${cookie.host}`))) &&
        liesIn(url.pathname, cookie.path) &&
        (!cookie.secure || url.protocol === "https:"),
    );
    // the longer path first, as servers expect it
    const ordered = sent.toSorted((a, b) => b.path.length - a.path.length);
    return ordered.length === 0 ? null : ordered.map(({ name, value }) => `${name}=${value}`).join("; ");
  }

  /** Takes in the Set-Cookie headers of an answer. */
  take(url: URL, headers: readonly string[]): void {
    if (!this.#origins.has(url.origin)) return;
    for (const header of headers) this.#set(url, header);
  }

  /** Every value, to hide it wherever it would be printed. */
  values(): readonly string[] {
    return this.#cookies.map(({ value }) => value).filter((value) => value !== "");
  }

  /** Names of the cookies that go to an address. */
  names(url: URL): readonly string[] {
    return (this.header(url) ?? "").split("; ").flatMap((pair) => pair.split("=")[0] || []);
  }

  #set(url: URL, header: string): void {
    const given = readSetCookie(header);
    if (!given) return;
    const { name, value, attributes } = given;
    const own = url.hostname.toLowerCase();
    const domain = (attributes.get("domain") ?? "").toLowerCase().replace(/^\./, "");
    // another host's name, an address, or a whole top-level domain is nobody's to set
    if (domain !== "" && domain !== own && (isAddress(own) || !domain.includes(".") || !own.endsWith(`.${domain}`))) return;
    const secure = attributes.has("secure");
    if (secure && url.protocol !== "https:") return;
    const path = attributes.get("path");
    const cookie: Cookie = {
      name,
      value,
      host: domain || own,
      hostOnly: domain === "",
      path: path?.startsWith("/") ? path : folderOf(url.pathname),
      secure,
    };
    const same = this.#cookies.findIndex((one) => one.name === name && one.host === cookie.host && one.path === cookie.path);
    if (same >= 0) this.#cookies.splice(same, 1);
    if (!isOver(given, this.#now().getTime()) && this.#cookies.length < MOST) this.#cookies.push(cookie);
  }
}

/** A request to a tier as it is sent within a session: with the cookies that go to its address, and the token that must come back as a header. */
export function within(jar: CookieJar, request: SoaRequest): SoaRequest {
  const cookie = jar.header(new URL(request.url));
  if (cookie === null) return request;
  const token = /(?:^|; )XSRF-TOKEN=([^;]+)/.exec(cookie)?.[1];
  return { ...request, headers: { ...request.headers, cookie, ...(token === undefined ? {} : { "x-xsrf-token": token }) } };
}
