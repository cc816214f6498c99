import { randomUUID } from "node:crypto";

/*
 * A server of the Keycloak family, re-made from what its guides, its sources and its issues say (docs/identity-provider.md), with the habits
 * that make a read-back necessary. One pure handler: it serves a test in-process, nock and a local server.
 */

export interface RealmRequest {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string | null;
}

export interface RealmAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

// biome-ignore lint/suspicious/noExplicitAny: documents of a server, as it holds them
type Json = any;

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

const BUILT_IN_CLIENTS = ["account", "account-console", "admin-cli", "broker", "realm-management", "security-admin-console"];
const DEFAULT_SCOPES = ["acr", "basic", "email", "profile", "roles", "web-origins"];
const OPTIONAL_SCOPES = ["address", "microprofile-jwt", "offline_access", "phone"];
const FORBIDDEN = /[\s\p{Cc}<>&"'$%!#?§,;:*~/\\|^=[\]{}()`]/u;

const clone = <T>(value: T): T => structuredClone(value);

const defaultProfile = (): Json => ({
  attributes: [
    {
      name: "username",
      displayName: "${username}",
      validations: { length: { min: 3, max: 255 }, "username-prohibited-characters": {}, "up-username-not-idn-homograph": {} },
      permissions: { view: ["admin", "user"], edit: ["admin", "user"] },
      multivalued: false,
    },
    { name: "email", displayName: "${email}", validations: { email: {}, length: { max: 255 } }, multivalued: false },
  ],
  groups: [{ name: "user-metadata", displayHeader: "User metadata" }],
});

const answer = (status: number, body: Json = "", headers: Readonly<Record<string, string>> = {}): RealmAnswer =>
  body === ""
    ? { status, headers: { "content-length": "0", ...headers }, body: "" }
    : { status, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) };

export class RealmServer {
  readonly realms = new Map<string, Json>();
  readonly requests: { method: string; path: string; status: number; body: string }[] = [];
  readonly #tokens = new Map<string, number>();
  readonly #refresh = new Set<string>();
  #count = 0;
  signIns = 0;

  constructor(
    readonly administrator: { user: string; password: string },
    public habits: Habits = {},
  ) {}

  /** A realm as the server makes it. */
  addRealm(name: string, settings: Json = {}): Json {
    const scope = (scopeName: string) => ({ id: randomUUID(), name: scopeName, protocol: "openid-connect", attributes: {} });
    const realm = {
      settings: {
        id: randomUUID(),
        realm: name,
        enabled: false,
        sslRequired: "external",
        registrationAllowed: false,
        editUsernameAllowed: false,
        accessTokenLifespan: 300,
        smtpServer: { host: "mail", password: "**********" },
        attributes: { frontendUrl: "" },
        ...settings,
      },
      profile: defaultProfile(),
      clients: [] as Json[],
      scopes: [...DEFAULT_SCOPES, ...OPTIONAL_SCOPES].map(scope),
      groups: [] as Json[],
      users: [] as Json[],
    };
    for (const clientId of BUILT_IN_CLIENTS) this.addClient(realm, { clientId, publicClient: true });
    this.realms.set(name, realm);
    return realm;
  }

  addClient(realm: Json, representation: Json): Json {
    const ids = (names: readonly string[]) =>
      realm.scopes.filter((one: Json) => names.includes(one.name)).map((one: Json) => one.id);
    const client = {
      id: randomUUID(),
      enabled: true,
      protocol: "openid-connect",
      publicClient: false,
      bearerOnly: false,
      clientAuthenticatorType: "client-secret",
      consentRequired: false,
      standardFlowEnabled: true,
      implicitFlowEnabled: false,
      directAccessGrantsEnabled: false,
      serviceAccountsEnabled: false,
      fullScopeAllowed: true,
      redirectUris: [],
      webOrigins: [],
      notBefore: 0,
      ...representation,
      secret: representation.secret ?? randomUUID(),
      attributes: { realm_client: "false", ...representation.attributes },
      protocolMappers: (representation.protocolMappers ?? []).map((one: Json) => ({ id: randomUUID(), ...one })),
      defaultIds: ids(DEFAULT_SCOPES),
      optionalIds: ids(OPTIONAL_SCOPES),
    };
    realm.clients.push(client);
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
    this.#tokens.clear();
    this.#refresh.clear();
  }

  #now(): number {
    return this.habits.now?.() ?? 0;
  }

  #route(request: RealmRequest, url: URL, body: string): RealmAnswer {
    const parts = url.pathname.split("/").slice(1).map(decodeURIComponent);
    if (parts[0] === "realms" && parts[2] === ".well-known") return this.#discovery(parts[1] ?? "", request, url);
    if (url.pathname === "/realms/master/protocol/openid-connect/token" && request.method === "POST") return this.#token(body);
    if (parts[0] !== "admin" || parts[1] !== "realms") return answer(404, { error: "HTTP 404 Not Found" });
    const token = /^Bearer (.*)$/.exec(request.headers?.authorization ?? "")?.[1] ?? "";
    if ((this.#tokens.get(token) ?? -1) <= this.#now()) return answer(401, { error: "HTTP 401 Unauthorized" });
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

  #token(body: string): RealmAnswer {
    const form = new URLSearchParams(body);
    const { user, password } = this.administrator;
    if (form.get("grant_type") === "refresh_token") {
      if (!this.#refresh.delete(form.get("refresh_token") ?? ""))
        return answer(400, { error: "invalid_grant", error_description: "Token is not active" });
    } else {
      this.signIns++;
      const good = form.get("grant_type") === "password" && form.get("username") === user && form.get("password") === password;
      if (!good || form.get("client_id") !== "admin-cli")
        return answer(401, { error: "invalid_grant", error_description: "Invalid user credentials" });
    }
    const [access, refresh] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`];
    const life = this.habits.tokenLife ?? 60;
    this.#tokens.set(access, this.#now() + life * 1000);
    this.#refresh.add(refresh);
    return answer(200, { access_token: access, expires_in: life, refresh_token: refresh, token_type: "Bearer" });
  }

  #stored(kind: string, stored: Json, realm: Json): void {
    this.habits.lies?.(kind, stored, realm);
  }

  #admin(method: string, parts: readonly string[], query: URLSearchParams, body: Json, url: URL): RealmAnswer {
    const [name, ...rest] = parts;
    const created = (id: string) => answer(201, "", { location: `${url.origin}${url.pathname}/${encodeURIComponent(id)}` });
    if (name === undefined) {
      if (method !== "POST") return answer(405);
      if (this.realms.has(body.realm)) return answer(409, { errorMessage: `Conflict detected. See logs for details` });
      const { clients, groups, components, ...settings } = body;
      const made = this.addRealm(body.realm, settings);
      this.#stored("realm", made.settings, made);
      return created(body.realm);
    }
    const realm = this.realms.get(name);
    if (!realm) return answer(404, { error: "Realm not found." });
    const path = rest
      .map((part, i) => ((/^[0-9a-f-]{36}$/.test(part) || /^[ug]\d+$/.test(part)) && i > 0 ? ":id" : part))
      .join("/");
    const [, id = "", , inner = "", last = ""] = rest;
    const pick = (list: Json[]) => this.#page(list, query);
    const client = () => realm.clients.find((one: Json) => one.id === id);
    const scopesOf = (ids: readonly string[]) => realm.scopes.filter((one: Json) => ids.includes(one.id));
    switch (`${method} ${path}`) {
      case "GET ":
        return answer(200, realm.settings);
      case "PUT ":
        realm.settings = { id: realm.settings.id, ...clone(body) };
        this.#stored("realm", realm.settings, realm);
        return answer(204);
      case "GET users/profile":
        return answer(200, realm.profile);
      case "PUT users/profile":
        return this.#putProfile(realm, body);
      case "GET client-scopes":
        return answer(200, realm.scopes);
      case "POST client-scopes": {
        if (realm.scopes.some((one: Json) => one.name === body.name))
          return answer(409, { errorMessage: `Client Scope ${body.name} already exists` });
        const scope = { id: randomUUID(), ...clone(body) };
        realm.scopes.push(scope);
        this.#stored("scope", scope, realm);
        return created(scope.id);
      }
      case "GET clients": {
        const wanted = query.get("clientId");
        const all = realm.clients.filter((one: Json) => wanted === null || one.clientId === wanted);
        return answer(
          200,
          all.map(({ defaultIds, optionalIds, ...rest_ }: Json) => ({ ...rest_, access: { view: true } })),
        );
      }
      case "POST clients": {
        if (realm.clients.some((one: Json) => one.clientId === body.clientId))
          return answer(409, { errorMessage: `Client ${body.clientId} already exists` });
        const bad = (body.redirectUris ?? []).find((uri: string) => /#|^(?:data|javascript):/.test(uri));
        if (bad !== undefined)
          return answer(400, { error: "invalid_input", error_description: "Redirect URIs must not contain an URI fragment" });
        const made = this.addClient(realm, clone(body));
        this.#stored("client", made, realm);
        return created(made.id);
      }
    }
    if (path.startsWith("clients/:id")) {
      const one = client();
      if (!one) return answer(404, { error: "Could not find client" });
      switch (`${method} ${path}`) {
        case "PUT clients/:id": {
          const { defaultIds, optionalIds, id: own, protocolMappers } = one;
          for (const key of Object.keys(one)) delete one[key];
          Object.assign(one, clone(body), { id: own, defaultIds, optionalIds, protocolMappers });
          one.secret ??= randomUUID();
          this.#stored("client", one, realm);
          return answer(204);
        }
        case "GET clients/:id/client-secret":
          return answer(200, { type: "secret", value: one.secret });
        case "GET clients/:id/default-client-scopes":
          return answer(200, scopesOf(one.defaultIds));
        case "GET clients/:id/optional-client-scopes":
          return answer(200, scopesOf(one.optionalIds));
        case "PUT clients/:id/default-client-scopes/:id":
          one.defaultIds.push(inner);
          this.#stored("client", one, realm);
          return answer(204);
        case "GET clients/:id/protocol-mappers/models":
          return answer(200, one.protocolMappers);
        case "POST clients/:id/protocol-mappers/models": {
          if (one.protocolMappers.some((mapper: Json) => mapper.name === body.name))
            return answer(409, { errorMessage: "Protocol mapper exists with same name" });
          const mapper = { id: randomUUID(), ...clone(body) };
          one.protocolMappers.push(mapper);
          this.#stored("mapper", mapper, realm);
          return created(mapper.id);
        }
        case "PUT clients/:id/protocol-mappers/models/:id": {
          const at = one.protocolMappers.findIndex((mapper: Json) => mapper.id === last);
          one.protocolMappers[at] = { ...clone(body), id: last };
          this.#stored("mapper", one.protocolMappers[at], realm);
          return answer(204);
        }
        case "DELETE clients/:id/protocol-mappers/models/:id":
          one.protocolMappers = one.protocolMappers.filter((mapper: Json) => mapper.id !== last);
          return answer(204);
      }
    }
    switch (`${method} ${path}`) {
      case "GET groups":
        return answer(200, pick(realm.groups));
      case "GET groups/count":
        return answer(200, { count: realm.groups.length });
      case "POST groups": {
        // only blank is refused: a carriage return or a byte order mark becomes part of the name
        if (String(body.name ?? "").trim() === "") return answer(400, { errorMessage: "Group name is missing" });
        if (realm.groups.some((one: Json) => one.name === body.name))
          return answer(409, { errorMessage: `Top level group named '${body.name}' already exists.` });
        const group = { id: randomUUID(), name: body.name, path: `/${body.name}`, subGroups: [] };
        realm.groups.push(group);
        this.#stored("group", group, realm);
        return created(group.id);
      }
      case "GET groups/:id": {
        const group = realm.groups.find((one: Json) => one.id === id);
        return group ? answer(200, { ...group, access: { view: true } }) : answer(404, { error: "Could not find group by id" });
      }
      case "GET groups/:id/members":
        return answer(200, pick(realm.users.filter((one: Json) => one.groups?.includes(id))));
      case "DELETE groups/:id":
        realm.groups = realm.groups.filter((one: Json) => one.id !== id);
        return answer(204);
      case "GET users": {
        const wanted = query.get("username");
        const exact = query.get("exact") === "true";
        const matches = (one: Json) =>
          wanted === null || (exact ? one.username === wanted.toLowerCase() : one.username.includes(wanted.toLowerCase()));
        return answer(200, pick(realm.users.filter(matches)));
      }
      case "GET users/count":
        return answer(200, realm.users.length);
      case "POST users":
        return this.#postUser(realm, body, created);
      case "GET users/:id": {
        const user = realm.users.find((one: Json) => one.id === id);
        return user ? answer(200, { ...user, access: {} }) : answer(404, { error: "User not found" });
      }
      case "PUT users/:id": {
        // the name that was is put back without a word where it may not be edited
        const at = realm.users.findIndex((one: Json) => one.id === id);
        const { username } = realm.users[at];
        realm.users[at] = { ...clone(body), id };
        realm.users[at].username = realm.settings.editUsernameAllowed ? String(body.username).toLowerCase() : username;
        return answer(204);
      }
    }
    return answer(404, { error: "HTTP 404 Not Found" });
  }

  #page(list: Json[], query: URLSearchParams): Json[] {
    const first = Number(query.get("first") ?? 0);
    const max = Math.min(Number(query.get("max") ?? 100), this.habits.pageLimit ?? 10_000);
    return list.slice(first, first + max);
  }

  #putProfile(realm: Json, body: Json): RealmAnswer {
    const names = (body.attributes ?? []).map((one: Json) => one.name);
    const problems = ["username", "email"].filter((name) => !names.includes(name));
    if (problems.length > 0)
      return answer(400, { errorMessage: problems.map((name) => `The attribute '${name}' can not be removed`).join(", ") });
    realm.profile = clone(body);
    this.#stored("userProfile", realm.profile, realm);
    return answer(200, realm.profile);
  }

  #postUser(realm: Json, body: Json, created: (id: string) => RealmAnswer): RealmAnswer {
    const username = String(body.username ?? "").toLowerCase();
    const { min, max } = realm.profile.attributes.find((one: Json) => one.name === "username").validations.length;
    const length = username.trim().length;
    const problems: Json[] = [];
    if (length < Number(min ?? 0) || length > Number(max ?? 255))
      problems.push({ field: "username", errorMessage: "error-invalid-length", params: ["username", min, max] });
    if (FORBIDDEN.test(username))
      problems.push({ field: "username", errorMessage: "error-username-invalid-character", params: ["username", body.username] });
    if (problems.length > 0) return answer(400, problems.length === 1 ? problems[0] : { errors: problems });
    if (realm.users.some((one: Json) => one.username === username))
      return answer(409, { errorMessage: "User exists with same username" });
    const user = { id: randomUUID(), createdTimestamp: 1, emailVerified: false, ...clone(body), username };
    realm.users.push(user);
    this.#stored("user", user, realm);
    return created(user.id);
  }
}
