import { append, name, plain, say, words } from "../../kernel/index.ts";
import { answerWords, helpFor, jsonOf, NoAccess, ownWord } from "./fault.ts";
import { isObject, type Json, type JsonObject, objectsOf, textOf } from "./json.ts";
import { adminRequest, discoveryRequest } from "./requests.ts";
import { missingRight, roleFor } from "./rights.ts";
import { sendable } from "./sent.ts";
import type { AdminSession } from "./session.ts";
import { headerOf, type IdpAnswer, IdpFault, type IdpRequest } from "./transport.ts";

type Query = Readonly<Record<string, string>>;

/** Of users and groups: so many are asked for at once. */
const PAGE = 500;
/** More than any directory has: a server that never ends its list is not followed for ever. */
const MOST_PAGES = 4_000;

const HIDDEN =
  "that is not the admin API of a server of the Keycloak family: a proxy may pass /realms on and hide /admin, or the server runs with its admin API switched off; ask under which address it answers, and name that one";
export const TWO_SERVERS =
  "the admin API and the discovery speak for different servers, or for an old and a new one: compare what a proxy passes on as /admin and as /realms";
const NO_SERVER =
  "what answers there is no server of the Keycloak family: idp.base has to be its address without a realm, with /auth at its end where the server has that";

/** The admin API of one realm: paths below it, documents in and out. */
export class Admin {
  constructor(
    readonly session: AdminSession,
    readonly realm: string,
  ) {}

  /** The document, with what is secret in it; undefined: the server says that there is none. */
  async get(parts: readonly string[], query: Query = {}): Promise<Json | undefined> {
    return (await this.#asked(parts, query)).document;
  }

  /** Of the realm itself null: there is none, and its discovery says the same. */
  async object(parts: readonly string[], query: Query = {}): Promise<JsonObject | null> {
    const { document, request } = await this.#asked(parts, query);
    if (document === undefined) return null;
    if (!isObject(document)) throw this.#otherThan("one object", request);
    // without the right to view it the server answers with a handful of fields, and the id is none of them
    if (parts.length === 0 && document.id === undefined)
      throw this.lacking("view-realm", `${this.#words(request)} answers ${Object.keys(document).length} of its fields alone`);
    return document;
  }

  /** A list that the server does not know at all is none that is empty. */
  async list(parts: readonly string[], query: Query = {}): Promise<readonly JsonObject[]> {
    const { document, request, answer } = await this.#asked(parts, query);
    if (document === undefined) throw this.#fault(request, answer, parts);
    if (!Array.isArray(document)) throw this.#otherThan("a list", request);
    return objectsOf(document);
  }

  async #asked(parts: readonly string[], query: Query) {
    const request = adminRequest(this.session.base, "GET", [this.realm, ...parts], { query });
    const answer = await this.session.send(request);
    const none = answer.status === 404 && ownWord(answer) !== null;
    const document = answer.status === 200 ? jsonOf(answer) : undefined;
    if (document === undefined && !none) throw this.#fault(request, answer, parts);
    if (none && parts.length === 0) await this.#proveAbsent(request, answer);
    return { request, answer, document };
  }

  /** Throws NoAccess unless both sides of the server say that there is no such realm: one of them may be another server, or hidden. */
  async #proveAbsent(request: IdpRequest, answer: IdpAnswer): Promise<void> {
    if (ownWord(answer) !== "Realm not found.") throw this.#fault(request, answer, []);
    const issuer = await this.issuer();
    if (issuer === null) return;
    const says = `${this.#words(request)} ${answerWords(answer)}, and the discovery of the realm answers, as ${issuer}`;
    throw new NoAccess(404, this.session.secrets.hide(says), TWO_SERVERS);
  }

  /** All users or groups, held against what the realm counts. */
  async all(part: "users" | "groups"): Promise<readonly JsonObject[]> {
    const found = await this.paged([part], PAGE, { briefRepresentation: "true" }, ({ id }) => textOf(id) ?? "");
    await this.#counted(part, found.length);
    return found;
  }

  /** Returns all of a long list, page by page; its end is a page that brings nothing new. */
  async paged(
    parts: readonly string[],
    size: number,
    query: Query,
    idOf: (document: JsonObject) => string,
  ): Promise<readonly JsonObject[]> {
    const found: JsonObject[] = [];
    const known = new Set<string>();
    for (let page = 0; page < MOST_PAGES; page++) {
      const asked = { first: String(found.length), max: String(size), ...query };
      const fresh = (await this.list(parts, asked)).filter((one) => !known.has(idOf(one)));
      for (const one of fresh) known.add(idOf(one));
      append(found, fresh);
      if (fresh.length === 0) break;
    }
    return found;
  }

  /** A list that ends too early would make what is there look as if it were not. */
  async #counted(part: "users" | "groups", listed: number): Promise<void> {
    const document = await this.get([part, "count"], part === "groups" ? { top: "true" } : {});
    const count = isObject(document) ? document.count : document;
    if (typeof count === "number" && count <= listed) return;
    const counts = typeof count === "number" ? `counts ${count} ${part}` : `does not count its ${part}`;
    throw this.lacking(
      "view-users",
      `the realm ${counts} and lists ${listed}`,
      "; where somebody was at work meanwhile, ask again",
    );
  }

  /** A write. Its answer proves nothing but that it was taken; the id is what Location ends with. */
  async send(method: "POST" | "PUT" | "DELETE", parts: readonly string[], body?: Json): Promise<string | null> {
    const path = [this.realm, ...parts];
    const sent = body === undefined ? {} : { body: sendable(method, parts, body) };
    return this.#written(adminRequest(this.session.base, method, path, sent), parts);
  }

  /** A new realm. */
  async create(body: Json): Promise<void> {
    await this.#written(adminRequest(this.session.base, "POST", [], { body: sendable("POST", [], body) }), []);
  }

  async #written(request: IdpRequest, parts: readonly string[]): Promise<string | null> {
    const answer = await this.session.send(request);
    if (![200, 201, 204].includes(answer.status)) throw this.#fault(request, answer, parts);
    const location = headerOf(answer, "location");
    const last =
      location
        ?.replace(/[?#].*$/s, "")
        .split("/")
        .at(-1) ?? "";
    return last === "" ? null : decoded(last);
  }

  /** Who the realm says that it is; null: the server says that there is no such realm. */
  async issuer(): Promise<string | null> {
    const request = discoveryRequest(this.session.base, this.realm);
    const answer = await this.session.send(request);
    if (answer.status === 404 && ownWord(answer) === "Realm does not exist") return null;
    const document = answer.status === 200 ? jsonOf(answer) : undefined;
    const issuer = isObject(document) ? textOf(document.issuer) : null;
    if (issuer === null) throw this.#fault(request, answer);
    return this.session.secrets.hide(issuer);
  }

  /** The fault of an administrator who lacks a role, by what gave it away. */
  lacking(role: string, says: string, more = ""): NoAccess {
    const { secrets, who } = this.session;
    return new NoAccess(200, secrets.hide(says), `${missingRight(who, this.realm, [role])}${more}`, role);
  }

  /** The server's address apart, so that what was asked below it is never cut away. */
  #words({ method, url }: IdpRequest): string {
    const { base } = this.session;
    return plain(say`${words(method)} ${name(base)}${name(url.slice(base.length))}`);
  }

  #otherThan(what: string, request: IdpRequest): NoAccess {
    return new NoAccess(200, this.session.secrets.hide(`${this.#words(request)} answers something else than ${what}`), HIDDEN);
  }

  /** `parts`: the path below the realm; absent: what was asked needs no right. */
  #fault(request: IdpRequest, answer: IdpAnswer, parts?: readonly string[]): IdpFault {
    const { status } = answer;
    const says = this.session.secrets.hide(`${this.#words(request)} ${answerWords(answer)}`);
    const isOwn = ownWord(answer) !== null;
    if (status === 403 && parts && isOwn) {
      const role = roleFor(request.method, parts);
      return new NoAccess(status, says, missingRight(this.session.who, this.realm, [role]), role);
    }
    if (status === 403) return new NoAccess(status, says, helpFor(status));
    if (status < 400 || (status === 404 && !(isOwn && request.method !== "GET")))
      return new NoAccess(status, says, parts ? HIDDEN : NO_SERVER);
    return new IdpFault(status, says, helpFor(status));
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
