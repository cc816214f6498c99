import { beforeFirst, mayOpenSomething, namesSecret, withoutTrailing } from "../../../kernel/index.ts";
import { type ExchangeAnswer, HttpFault } from "../../../platform/index.ts";
import type { Asked } from "../probe.ts";
import type { CookieJar } from "../../soa/cookies.ts";
import { firstFormOf, formBody, handoverOf, type LoginForm, loginFormOf, passwordFormOf } from "./html-form.ts";
import { type HtmlForm, type HtmlPage, readPage } from "./html-page.ts";

/** The role of a server during a sign-in through the identity provider, by the addresses that the environment declares. */
export type Role = "identity provider" | "login service" | "gateway" | "tier";

/** One request of a sign-in, for reports. Its address is without the query, which can contain an authorization code or a ticket. */
export interface Step {
  readonly role: Role;
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly status: number;
}

/** The answer of a server at which a sign-in through the identity provider stopped. */
export type Stop =
  /** An answer with a page that does not lead to another address by itself. */
  | { readonly kind: "page"; readonly role: Role; readonly url: URL; readonly answer: ExchangeAnswer; readonly page: HtmlPage }
  /**
   * A redirect to an undeclared origin, to which nothing was sent. Its query can contain a code: it is for comparison only, never for
   * output.
   */
  | { readonly kind: "elsewhere"; readonly role: Role; readonly from: URL; readonly to: string; readonly query: URLSearchParams }
  /** A form or redirect that would have sent the typed values to another server; they were not sent. */
  | { readonly kind: "typed-onward"; readonly role: Role; readonly from: URL; readonly to: string }
  | { readonly kind: "loop"; readonly role: Role; readonly from: URL }
  | { readonly kind: "no-answer"; readonly role: Role; readonly url: URL; readonly fault: HttpFault };

type PageStop = Stop & { readonly kind: "page" };

/** An OAuth error that the identity provider returns in place of an authorization code (RFC 6749, 4.1.2.1). */
export interface OAuthError {
  readonly error: string;
  /** The description of the OAuth error; "" if there is none. */
  readonly description: string;
  /** The address of the request that the identity provider answers with the error. */
  readonly from: string;
  /** True if the error response carries the OAuth `state` that its request was sent with. */
  readonly ownState: boolean;
}

interface Move {
  readonly method: "GET" | "POST";
  readonly url: URL;
  readonly body: string | null;
}

/** The most requests of a sign-in; no sign-in has more, and a browser stops after 20 redirects in a row. */
const MOST_STEPS = 40;
const MOST_VISITS = 3;
/** The largest accepted HTML page during a sign-in, in bytes. */
const LARGEST = 1024 * 1024;
/**
 * Parameters of a sign-in that are public (RFC 6749, 4.1.1; RFC 9207, iss). Any other value in an address or a hidden field can grant
 * access.
 */
const OPEN = new Set([
  "client_id",
  "code_challenge",
  "code_challenge_method",
  "error",
  "error_description",
  "execution",
  "iss",
  "post_logout_redirect_uri",
  "redirect_uri",
  "response_mode",
  "response_type",
  "scope",
  "ui_locales",
]);
/** Pattern of the names of values that belong to one sign-in; these values are redacted whatever they look like. */
const OPENS = /code|state|nonce|ticket|session|assertion|saml/i;
const FORM = "application/x-www-form-urlencoded";
/**
 * The headers of a browser in English. Keycloak answers with JSON in place of a page if Accept names application/json at all, and without
 * Accept-Language it writes its pages in the realm's first language.
 */
const BROWSER = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "accept-language": "en" };

/** Returns an address without its query, and without the part of the path after ';', which can be a ticket. */
export const bareUrl = (url: URL): string => `${url.origin}${beforeFirst(url.pathname, ";")}`;

/** Returns whether a URL is equal to `base` or lies below it. */
export const liesBelow = (url: string, base: string): boolean => {
  const start = withoutTrailing(base, "/");
  return url === start || url.startsWith(`${start}/`);
};

const elsewhere = (role: Role, from: URL, to: URL): Stop => ({
  kind: "elsewhere",
  role,
  from,
  to: bareUrl(to),
  query: to.searchParams,
});

const resolved = (to: string, from: URL): URL | null => {
  if (!URL.canParse(to, from.href)) return null;
  const url = new URL(to, from);
  url.hash = "";
  return url;
};

/**
 * A browser without scripts for one sign-in. It follows redirects and forms that submit themselves, with the cookies of this sign-in. It
 * visits only servers that the environment declares, and sends typed values to the identity provider alone.
 */
export class Walk {
  readonly steps: Step[] = [];
  /** Authorization codes, OAuth states and tickets that addresses and forms of the sign-in contained, for redaction. */
  readonly carried: string[] = [];
  /** The addresses that received the typed password. */
  readonly typedAt: string[] = [];
  /** The last request that the identity provider should answer with an authorization code; null before the first. */
  #request: { readonly url: URL; readonly to: string; readonly state: string | null } | null = null;
  #error: OAuthError | null = null;
  readonly #visits = new Map<string, number>();
  readonly #ask: (asked: Asked) => Promise<ExchangeAnswer>;
  readonly #jar: CookieJar;
  readonly #roles: ReadonlyMap<string, Role>;

  constructor(ask: (asked: Asked) => Promise<ExchangeAnswer>, jar: CookieJar, roles: ReadonlyMap<string, Role>) {
    this.#ask = ask;
    this.#jar = jar;
    this.#roles = roles;
  }

  /** The last OAuth error of the identity provider that no authorization code followed; null if there is none. */
  get oauthError(): OAuthError | null {
    return this.#error;
  }

  /** Returns the role of the server at an address: that of the longest declared address at or above it; null if no declared one is. */
  roleOf(url: URL): Role | null {
    const bases = [...this.#roles.keys()].filter((base) => liesBelow(bareUrl(url), base));
    const [longest] = bases.sort((a, b) => b.length - a.length);
    return longest === undefined ? null : (this.#roles.get(longest) ?? null);
  }

  open(url: URL): Promise<Stop> {
    return this.#go({ method: "GET", url, body: null }, "gateway");
  }

  /**
   * Fills in the identity provider's login form once: user and password on one page, or on two consecutive pages. Returns null if the page
   * has no form that can be filled in.
   */
  async signIn(stop: PageStop, user: string, password: string): Promise<Stop | null> {
    const login = firstFormOf(stop.page);
    if (login?.password !== null || login.user === null) return this.#typed(stop, login, user, password);
    const next = await this.#typed(stop, login, user, password);
    // the password is typed only if the page after the user name is one of the identity provider and asks for the password
    if (next?.kind !== "page" || next.role !== "identity provider") return next;
    const asks = loginFormOf(next.page) ?? passwordFormOf(next.page);
    return asks ? this.#typed(next, asks, user, password) : next;
  }

  /**
   * Fills in a login form and submits it, but never to another server than the page's. Returns null if it is no POST form of the identity
   * provider.
   */
  async #typed(stop: PageStop, login: LoginForm | null, user: string, password: string): Promise<Stop | null> {
    const to = login && resolved(login.form.action || stop.url.href, stop.url);
    if (!login || !to || stop.role !== "identity provider" || login.form.method !== "POST") return null;
    // a form can submit to another server than the one that shows it; the password is not sent there
    if (to.origin !== stop.url.origin) return { kind: "typed-onward", role: stop.role, from: stop.url, to: bareUrl(to) };
    if (login.password !== null) this.typedAt.push(bareUrl(to));
    this.#note(login.form);
    const typed = {
      ...(login.user === null ? {} : { [login.user]: user }),
      ...(login.password === null ? {} : { [login.password]: password }),
    };
    return this.#go({ method: "POST", url: to, body: formBody(login.form, typed) }, "identity provider", true);
  }

  #note(form: HtmlForm): void {
    for (const { name, value, type } of form.fields) if (type === "hidden" && !OPEN.has(name)) this.#carry(name, value);
  }

  /** Remembers a request for an authorization code, to recognise the identity provider's answer to it. */
  #requests(url: URL): void {
    const to = url.searchParams.get("redirect_uri") ?? "";
    if (url.searchParams.has("response_type") && URL.canParse(to))
      this.#request = { url, to: bareUrl(new URL(to)), state: url.searchParams.get("state") };
  }

  /**
   * Remembers the identity provider's answer to a request for an authorization code: an error, or a code, which clears an earlier error.
   */
  #answered({ url, body }: Move): void {
    if (this.#request?.to !== bareUrl(url)) return;
    const sent = body === null ? url.searchParams : new URLSearchParams(body);
    const error = sent.get("error");
    if (sent.has("code")) this.#error = null;
    if (error === null) return;
    const { url: asked, state } = this.#request;
    const description = sent.get("error_description") ?? "";
    this.#error = { error, description, from: bareUrl(asked), ownState: sent.get("state") === state };
  }

  #carry(key: string, value: string): void {
    if (OPEN.has(key)) return;
    if (value.length >= 8 && (OPENS.test(key) || namesSecret(key, "wire") || mayOpenSomething(value))) this.carried.push(value);
  }

  async #go(first: Move, from: Role, typed = false): Promise<Stop> {
    let [move, role, secret] = [first, from, typed];
    for (;;) {
      const here = this.roleOf(move.url);
      if (here === null) return elsewhere(role, move.url, move.url);
      role = here;
      const visits = (this.#visits.get(`${move.method} ${move.url.href}`) ?? 0) + 1;
      this.#visits.set(`${move.method} ${move.url.href}`, visits);
      if (visits > MOST_VISITS || this.steps.length >= MOST_STEPS) return { kind: "loop", role, from: move.url };
      this.#requests(move.url);
      const answer = await this.#asked(move, role);
      if (answer instanceof HttpFault) return { kind: "no-answer", role, url: move.url, fault: answer };
      const page = /html/.test(answer.type) ? readPage(answer.body.toString("utf8")) : readPage("");
      const next = this.#nextOf(move, answer, page);
      if (next === null) return { kind: "page", role, url: move.url, answer, page };
      for (const [key, value] of next.url.searchParams) this.#carry(key, value);
      if (role === "identity provider") this.#answered(next);
      if (this.roleOf(next.url) === null) return elsewhere(role, move.url, next.url);
      if (secret && next.body !== null && next.body === move.body && next.url.origin !== move.url.origin)
        return { kind: "typed-onward", role, from: move.url, to: bareUrl(next.url) };
      secret = secret && next.body === move.body;
      move = next;
    }
  }

  async #asked({ method, url, body }: Move, role: Role): Promise<ExchangeAnswer | HttpFault> {
    const cookie = this.#jar.header(url);
    try {
      const answer = await this.#ask({
        method,
        url: url.href,
        headers: {
          ...BROWSER,
          ...(cookie === null ? {} : { cookie }),
          ...(body === null ? {} : { "content-type": FORM, origin: url.origin }),
        },
        body: body === null ? null : Buffer.from(body),
        largest: LARGEST,
      });
      this.#jar.take(url, answer.headers.get("set-cookie") ?? []);
      this.steps.push({ role, method, url: bareUrl(url), status: answer.status });
      return answer;
    } catch (error) {
      if (error instanceof HttpFault) return error;
      throw error;
    }
  }

  /** Returns the request that a browser would send next by itself; null if the answer does not lead on. */
  #nextOf(move: Move, answer: ExchangeAnswer, page: HtmlPage): Move | null {
    const { status } = answer;
    const location = answer.headers.get("location")?.[0];
    if ([301, 302, 303, 307, 308].includes(status) && location !== undefined) {
      const url = resolved(location, move.url);
      if (url === null) return null;
      const keeps = status === 307 || status === 308;
      return keeps ? { ...move, url } : { method: "GET", url, body: null };
    }
    if (status < 200 || status > 299) return null;
    const form = handoverOf(page);
    const refresh = page.refresh === null ? null : resolved(page.refresh, move.url);
    if (form) {
      const url = resolved(form.action || move.url.href, move.url);
      if (url === null) return null;
      this.#note(form);
      if (form.method === "POST") return { method: "POST", url, body: formBody(form) };
      url.search = formBody(form);
      return { method: "GET", url, body: null };
    }
    return refresh && refresh.href !== move.url.href ? { method: "GET", url: refresh, body: null } : null;
  }
}
