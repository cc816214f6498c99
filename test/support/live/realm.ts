import { publicAnswer } from "./realm-public.ts";
import { answer, type Json, type RealmAnswer, type RealmCall, type RealmRequest, refused, shown } from "./realm-call.ts";
import { authorizationAnswer } from "./realm-authorization.ts";
import { clientAnswer } from "./realm-clients.ts";
import { addClient, newRealm } from "./realm-defaults.ts";
import { documentOf, newRealmOf } from "./realm-documents.ts";
import { groupAnswer } from "./realm-groups.ts";
import { userAnswer } from "./realm-users.ts";
import { profileAnswer } from "./realm-profile.ts";
import { rightsAnswer } from "./realm-rights.ts";
import { withServiceAccount } from "./realm-service-account.ts";
import { realmAnswer, realmFrom, scopeAnswer } from "./realm-settings.ts";
import { type Granted, type OtherAdministrator, Tokens } from "./realm-token.ts";
import type { Version } from "./tapes.ts";

/*
 * A server of the Keycloak family, re-made from what its guides and its sources say, with the habits that make a read-back necessary.
 * test/live/idp/recorded.test.ts holds it to what a real one answered. One pure handler: it serves a test in-process, nock and a local server.
 */

export type { RealmAnswer, RealmRequest } from "./realm-call.ts";

/** What a server may do beside what it says. */
export interface Habits {
  readonly version?: Version;
  /** Seconds of an access token. */
  readonly tokenLife?: number;
  /** The time, in milliseconds. */
  readonly now?: () => number;
  /** 429 with this Retry-After for so many requests to the admin API. */
  busy?: { times: number; retryAfter: string };
  /** Changes what is stored of a write, after it was answered with success. */
  readonly lies?: (kind: string, stored: Json, realm: Json) => void;
  /** Answers instead of the server. */
  readonly instead?: (request: RealmRequest, count: number) => RealmAnswer | "hang-up" | null;
  /** Every page has at most so many, whatever is asked for. */
  readonly pageLimit?: number;
  /** The issuer follows the Host of the request; else it is this. */
  readonly hostname?: string;
  /** Roles of whoever signs in; absent: all of them. */
  readonly roles?: readonly string[];
  /** A proxy passes nothing below /admin on, or the admin API is switched off. */
  readonly admin?: "hidden" | "off";
}

/** The page of a proxy for what it does not pass on. */
const HIDDEN: RealmAnswer = {
  status: 404,
  headers: { "content-type": "text/html; charset=iso-8859-1" },
  body: "<html><head><title>404 Not Found</title></head><body><h1>Not Found</h1></body></html>",
};

const ID = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[ug]\d+)$/;

export class RealmServer {
  /** Who may sign in beside the administrator. */
  readonly others: OtherAdministrator[] = [];
  readonly realms = new Map<string, Json>();
  readonly requests: { method: string; path: string; status: number; body: string }[] = [];
  readonly #tokens = new Tokens();
  #count = 0;

  constructor(
    readonly administrator: { user: string; password: string },
    public habits: Habits = {},
  ) {}

  get version(): Version {
    return this.habits.version ?? "26.7.3";
  }

  get signIns(): number {
    return this.#tokens.signIns;
  }

  /** A realm as the server makes it. */
  addRealm(name: string, settings: Json = {}): Json {
    const realm = newRealm(name, settings, this.version);
    this.realms.set(name, realm);
    return realm;
  }

  addClient(realm: Json, representation: Json): Json {
    const client = addClient(realm, representation);
    withServiceAccount({ realm, version: this.version }, client);
    return client;
  }

  handle(request: RealmRequest): RealmAnswer | "hang-up" {
    this.#count++;
    const url = new URL(request.url);
    const body = request.body == null ? "" : Buffer.from(request.body as Uint8Array).toString("utf8");
    const made = this.habits.instead?.(request, this.#count) ?? this.#route(request, url, body);
    this.requests.push({
      method: request.method,
      path: `${url.pathname}${url.search}`,
      status: made === "hang-up" ? 0 : made.status,
      body,
    });
    return made;
  }

  /** As after a restart: no token is known any more. */
  forgetTokens(): void {
    this.#tokens.forget();
  }

  #now(): number {
    return this.habits.now?.() ?? 0;
  }

  #route(request: RealmRequest, url: URL, body: string): RealmAnswer {
    const parts = url.pathname.split("/").slice(1).map(decodeURIComponent);
    const { admin, hostname } = this.habits;
    if (parts[0] === "realms" && parts[2] === "protocol" && this.realmIsThere(parts[1] ?? "")) {
      const door = this.#door(request, parts, body);
      if (door) return door;
    }
    if (parts[0] !== "admin") return publicAnswer(request, url, hostname, this.version, (name) => this.realmIsThere(name));
    if (admin) return admin === "hidden" ? HIDDEN : refused(404, "Unable to find matching target resource method");
    if (parts[1] !== "realms") return refused(405, "HTTP 405 Method Not Allowed");
    const granted = this.#tokens.granted(request.headers?.authorization, this.#now());
    if (!granted) return refused(401, "HTTP 401 Unauthorized");
    const { busy } = this.habits;
    if (busy && busy.times > 0) {
      busy.times--;
      return answer(429, "", { "retry-after": busy.retryAfter });
    }
    return this.#admin(request, parts.slice(2), url, body, granted);
  }

  /** Realm master is always there. */
  realmIsThere(name: string): boolean {
    return name === "master" || this.realms.has(name);
  }

  /** The token endpoint and the end of a session; null: the request is about something else. */
  #door({ method, headers }: RealmRequest, [, realm = "", , , what]: readonly string[], body: string): RealmAnswer | null {
    if (what !== "token" && what !== "logout") return null;
    if (method !== "POST") return what === "token" ? refused(405, "HTTP 405 Method Not Allowed") : null;
    const form = new URLSearchParams(/form-urlencoded/.test(headers?.["content-type"] ?? "") ? body : "");
    if (what === "logout") return this.#tokens.logOut(form.get("refresh_token"));
    const { user: name, password: secret } = this.administrator;
    const { tokenLife: life = null } = this.habits;
    return this.#tokens.answer(realm, form, headers?.authorization, {
      administrators: [{ realm: "master", name, secret, isServiceAccount: false }, ...this.others],
      version: this.version,
      life,
      now: () => this.#now(),
    });
  }

  /** Whether the administrator has one of these roles; without any named, whether there is a role for a realm at all. */
  #may(granted: Granted, roles: readonly string[]): boolean {
    const own = granted.roles ?? this.habits.roles;
    return (
      own === undefined ||
      (roles.length === 0 ? own.some((role) => role !== "create-realm") : roles.some((role) => own.includes(role)))
    );
  }

  #admin(request: RealmRequest, [name, ...rest]: readonly string[], url: URL, text: string, granted: Granted): RealmAnswer {
    const { method, headers } = request;
    const created = (id: string) => answer(201, "", { location: `${url.origin}${url.pathname}/${encodeURIComponent(id)}` });
    if (text !== "" && !/json/.test(headers?.["content-type"] ?? "application/json"))
      return refused(415, "The content-type header value did not match the value in @Consumes");
    if (name === undefined) return this.#list(method, text, created, granted);
    // who administers one realm sees no other
    if (granted.realm !== "master" && granted.realm !== name) return refused(403, "HTTP 403 Forbidden");
    const realm = this.realms.get(name);
    if (!realm) return refused(404, "Realm not found.");
    const path = rest.map((part, i) => (ID.test(part) && i > 0 ? ":id" : part)).join("/");
    const call: Omit<RealmCall, "body"> = {
      version: this.version,
      realm,
      method,
      path,
      parts: rest,
      query: url.searchParams,
      created,
      stored: (kind, stored) => this.habits.lies?.(kind, stored, realm),
      page: (list) => this.#page(list, url.searchParams),
      may: (...roles) => this.#may(granted, roles),
    };
    const forbidden = rightsAnswer({ ...call, body: undefined });
    if (forbidden) return forbidden;
    if (["first", "max"].some((key) => Number.isNaN(Number(url.searchParams.get(key) ?? 0))))
      return refused(404, "HTTP 404 Not Found");
    const read = documentOf(`${method} ${path}`, text, this.version);
    return "bad" in read ? read.bad : this.#routed({ ...call, body: read.body });
  }

  #routed(call: RealmCall): RealmAnswer {
    return (
      realmAnswer(call, this.realms) ??
      scopeAnswer(call) ??
      profileAnswer(call) ??
      authorizationAnswer(call) ??
      clientAnswer(call) ??
      groupAnswer(call) ??
      userAnswer(call) ??
      refused(404, "HTTP 404 Not Found")
    );
  }

  /** All realms, or a new one. */
  #list(method: string, text: string, created: (id: string) => RealmAnswer, granted: Granted): RealmAnswer {
    const forbidden = refused(403, "HTTP 403 Forbidden");
    if (method === "GET") {
      const all = [...this.realms.values()].map(({ settings: { id, realm, enabled } }) => ({ id, realm, enabled }));
      return this.#may(granted, []) ? shown(all) : forbidden;
    }
    if (method !== "POST") return answer(405);
    if (!this.#may(granted, ["create-realm"])) return forbidden;
    const read = newRealmOf(text);
    if ("bad" in read) return read.bad;
    const from = realmFrom(read.body, new Set(["master", ...this.realms.keys()]), this.version);
    if ("bad" in from) return from.bad;
    this.realms.set(read.body.realm, from.made);
    this.habits.lies?.("realm", from.made.settings, from.made);
    return created(read.body.realm);
  }

  /** Without a limit of its own a list of users ends after a hundred, and one of groups never. */
  #page(list: Json[], query: URLSearchParams): Json[] {
    const first = Math.max(0, Number(query.get("first") ?? 0));
    const asked = Number(query.get("max") ?? 100);
    const max = Math.min(asked < 0 ? list.length : asked, this.habits.pageLimit ?? 10_000);
    return list.slice(first, first + max);
  }
}
