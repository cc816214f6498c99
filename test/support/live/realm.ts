import { randomUUID } from "node:crypto";
import { answer, clone, type Json, type RealmAnswer, type RealmCall, type RealmRequest } from "./realm-call.ts";
import { clientAnswer } from "./realm-clients.ts";
import { addClient, newRealm } from "./realm-defaults.ts";
import { peopleAnswer } from "./realm-people.ts";

/*
 * A server of the Keycloak family, re-made from what its guides, its sources and its issues say (docs/identity-provider.md), with the habits
 * that make a read-back necessary. One pure handler: it serves a test in-process, nock and a local server.
 */

export type { RealmAnswer, RealmRequest } from "./realm-call.ts";

/** What a server may do beside what it says. */
export interface Habits {
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
}

/** Who may sign in beside the administrator of realm master: a user or a service account, of any realm. */
export interface OtherAdministrator {
  readonly realm: string;
  /** A user's name, or the id of a client. */
  readonly name: string;
  readonly secret: string;
  readonly isServiceAccount: boolean;
}

export class RealmServer {
  readonly others: OtherAdministrator[] = [];
  readonly realms = new Map<string, Json>();
  readonly requests: { method: string; path: string; status: number; body: string }[] = [];
  readonly #tokens = new Map<string, { readonly until: number; readonly realm: string }>();
  readonly #refresh = new Set<string>();
  #count = 0;
  signIns = 0;

  constructor(
    readonly administrator: { user: string; password: string },
    public habits: Habits = {},
  ) {}

  /** A realm as the server makes it. */
  addRealm(name: string, settings: Json = {}): Json {
    const realm = newRealm(name, settings);
    this.realms.set(name, realm);
    return realm;
  }

  addClient(realm: Json, representation: Json): Json {
    return addClient(realm, representation);
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
    this.#tokens.clear();
    this.#refresh.clear();
  }

  #now(): number {
    return this.habits.now?.() ?? 0;
  }

  #route(request: RealmRequest, url: URL, body: string): RealmAnswer {
    const parts = url.pathname.split("/").slice(1).map(decodeURIComponent);
    if (parts[0] === "realms" && parts[2] === ".well-known") return this.#discovery(parts[1] ?? "", request, url);
    if (/^\/realms\/[^/]+\/protocol\/openid-connect\/token$/.test(url.pathname) && request.method === "POST")
      return this.#token(parts[1] ?? "", body);
    if (parts[0] !== "admin" || parts[1] !== "realms") return answer(404, { error: "HTTP 404 Not Found" });
    const token = /^Bearer (.*)$/.exec(request.headers?.authorization ?? "")?.[1] ?? "";
    const held = this.#tokens.get(token);
    if (!held || held.until <= this.#now()) return answer(401, { error: "HTTP 401 Unauthorized" });
    // an administrator of a realm can do nothing outside of it
    if (held.realm !== "master" && held.realm !== parts[2]) return answer(403, { error: "HTTP 403 Forbidden" });
    const { busy } = this.habits;
    if (busy && busy.times > 0) {
      busy.times--;
      return answer(429, "", { "retry-after": busy.retryAfter });
    }
    let document: Json;
    try {
      document = body === "" ? undefined : JSON.parse(body);
    } catch {
      return answer(400, { error: "unknown_error" });
    }
    return this.#admin(request.method, parts.slice(2), url.searchParams, document, url);
  }

  #discovery(name: string, request: RealmRequest, url: URL): RealmAnswer {
    if (!this.realms.has(name)) return answer(404, { error: "Realm does not exist" });
    const host = request.headers?.host ?? url.host;
    const issuer = `${this.habits.hostname ?? `${url.protocol}//${host}`}/realms/${encodeURIComponent(name)}`;
    return answer(200, { issuer, token_endpoint: `${issuer}/protocol/openid-connect/token` });
  }

  #token(realm: string, body: string): RealmAnswer {
    if (realm !== "master" && !this.realms.has(realm)) return answer(404, { error: "Realm does not exist" });
    const form = new URLSearchParams(body);
    const isService = form.get("grant_type") === "client_credentials";
    if (form.get("grant_type") === "refresh_token") {
      if (!this.#refresh.delete(form.get("refresh_token") ?? ""))
        return answer(400, { error: "invalid_grant", error_description: "Token is not active" });
    } else {
      this.signIns++;
      const refusal = this.#refusal(realm, form);
      if (refusal) return refusal;
    }
    const [access, refresh] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`];
    const life = this.habits.tokenLife ?? 60;
    this.#tokens.set(access, { until: this.#now() + life * 1000, realm });
    const token = { access_token: access, expires_in: life, token_type: "Bearer" };
    if (isService) return answer(200, { ...token, refresh_expires_in: 0 });
    this.#refresh.add(refresh);
    return answer(200, { ...token, refresh_token: refresh });
  }

  /** Why a sign-in is refused; null: it is right. */
  #refusal(realm: string, form: URLSearchParams): RealmAnswer | null {
    const { user, password } = this.administrator;
    const master = { realm: "master", name: user, secret: password, isServiceAccount: false };
    const known = (isServiceAccount: boolean, name: string, secret: string) =>
      [master, ...this.others].some(
        (one) => one.realm === realm && one.isServiceAccount === isServiceAccount && one.name === name && one.secret === secret,
      );
    const [client, field] = [form.get("client_id") ?? "", (name: string) => form.get(name) ?? ""];
    if (field("grant_type") === "client_credentials")
      return known(true, client, field("client_secret"))
        ? null
        : answer(401, {
            error: this.others.some(({ name }) => name === client) ? "unauthorized_client" : "invalid_client",
            error_description: "Invalid client or Invalid client credentials",
          });
    const good = field("grant_type") === "password" && known(false, field("username"), field("password"));
    return good && client === "admin-cli"
      ? null
      : answer(401, { error: "invalid_grant", error_description: "Invalid user credentials" });
  }

  #admin(method: string, parts: readonly string[], query: URLSearchParams, body: Json, url: URL): RealmAnswer {
    const [name, ...rest] = parts;
    const created = (id: string) => answer(201, "", { location: `${url.origin}${url.pathname}/${encodeURIComponent(id)}` });
    if (name === undefined) {
      if (method !== "POST") return answer(405);
      if (this.realms.has(body.realm)) return answer(409, { errorMessage: `Conflict detected. See logs for details` });
      const { clients, groups, components, ...settings } = body;
      const made = this.addRealm(body.realm, settings);
      this.habits.lies?.("realm", made.settings, made);
      return created(body.realm);
    }
    const realm = this.realms.get(name);
    if (!realm) return answer(404, { error: "Realm not found." });
    const path = rest
      .map((part, i) => ((/^[0-9a-f-]{36}$/.test(part) || /^[ug]\d+$/.test(part)) && i > 0 ? ":id" : part))
      .join("/");
    const call: RealmCall = {
      realm,
      method,
      path,
      parts: rest,
      query,
      body,
      created,
      stored: (kind, stored) => this.habits.lies?.(kind, stored, realm),
      page: (list) => this.#page(list, query),
    };
    return settingsAnswer(call) ?? clientAnswer(call) ?? peopleAnswer(call) ?? answer(404, { error: "HTTP 404 Not Found" });
  }

  #page(list: Json[], query: URLSearchParams): Json[] {
    const first = Number(query.get("first") ?? 0);
    const max = Math.min(Number(query.get("max") ?? 100), this.habits.pageLimit ?? 10_000);
    return list.slice(first, first + max);
  }
}

/** The realm itself and its scopes; null: the request is about something else. */
function settingsAnswer({ realm, method, path, body, created, stored }: RealmCall): RealmAnswer | null {
  switch (`${method} ${path}`) {
    case "GET ":
      return answer(200, realm.settings);
    case "PUT ":
      realm.settings = { id: realm.settings.id, ...clone(body) };
      stored("realm", realm.settings);
      return answer(204);
    case "GET client-scopes":
      return answer(200, realm.scopes);
    case "POST client-scopes": {
      if (realm.scopes.some((one: Json) => one.name === body.name))
        return answer(409, { errorMessage: `Client Scope ${body.name} already exists` });
      const scope = { id: randomUUID(), ...clone(body) };
      realm.scopes.push(scope);
      stored("scope", scope);
      return created(scope.id);
    }
  }
  return null;
}
