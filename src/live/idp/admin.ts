import { append, name, plain, say, words } from "../../kernel/index.ts";
import { answerWords, helpFor, jsonOf, NoAccess, ownWord } from "./fault.ts";
import { isObject, type Json, type JsonObject, objectsOf, textOf } from "./json.ts";
import { adminRequest, discoveryRequest } from "./requests.ts";
import { missingRight, roleFor } from "./rights.ts";
import { sendable } from "./sent.ts";
import type { AdminSession } from "./session.ts";
import { headerOf, type IdpAnswer, IdpFault, type IdpRequest } from "./transport.ts";

type Query = Readonly<Record<string, string>>;

/** The number of users or groups that one request to the admin API returns at most. */
const PAGE = 500;
/** The most pages that are read of one list, so that reading ends even if a faulty identity provider always has a next page. */
const MOST_PAGES = 4_000;

const HIDDEN =
  "that is not the admin API of a server of the Keycloak family: a proxy may pass /realms on and hide /admin, or the server runs with its admin API switched off; ask under which address it answers, and name that one";
export const TWO_SERVERS =
  "the admin API and the discovery speak for different servers, or for an old and a new one: compare what a proxy passes on as /admin and as /realms";
const NO_SERVER =
  "what answers there is no server of the Keycloak family: idp.base has to be its address without a realm, with /auth at its end where the server has that";

/** The identity provider's admin API for one realm. Paths are relative to the realm's path in that API, and bodies are JSON documents. */
export class Admin {
  constructor(
    readonly session: AdminSession,
    readonly realm: string,
  ) {}

  /**
   * Returns the JSON document at a path below the realm, including any secrets; undefined if the identity provider reports that it does not
   * exist.
   */
  async get(parts: readonly string[], query: Query = {}): Promise<Json | undefined> {
    return (await this.#asked(parts, query)).document;
  }

  /**
   * Returns the JSON object at a path below the realm; null if it does not exist. The realm itself counts as missing only if its discovery
   * document is missing, too. Throws NoAccess if the answer is not an object.
   */
  async object(parts: readonly string[], query: Query = {}): Promise<JsonObject | null> {
    const { document, request } = await this.#asked(parts, query);
    if (document === undefined) return null;
    if (!isObject(document)) throw this.#otherThan("one object", request);
    // without the right to view the realm, the identity provider returns only some of its fields, without the id
    if (parts.length === 0 && document.id === undefined)
      throw this.lacking("view-realm", `${this.#words(request)} answers ${Object.keys(document).length} of its fields alone`);
    return document;
  }

  /**
   * Returns the JSON objects of the list at a path below the realm. Throws if the identity provider has no list at that path, which is not
   * the same as an empty list.
   */
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

  /**
   * Throws NoAccess unless the admin API and the discovery document both report that the realm does not exist. If only one of them does,
   * the other one can belong to another server, or a proxy can hide the admin API.
   */
  async #proveAbsent(request: IdpRequest, answer: IdpAnswer): Promise<void> {
    if (ownWord(answer) !== "Realm not found.") throw this.#fault(request, answer, []);
    const issuer = await this.issuer();
    if (issuer === null) return;
    const says = `${this.#words(request)} ${answerWords(answer)}, and the discovery of the realm answers, as ${issuer}`;
    throw new NoAccess(404, this.session.secrets.hide(says), TWO_SERVERS);
  }

  /** Returns all users or all groups. Throws NoAccess if the list has fewer entries than the identity provider counts in the realm. */
  async all(part: "users" | "groups"): Promise<readonly JsonObject[]> {
    const found = await this.paged([part], PAGE, { briefRepresentation: "true" }, ({ id }) => textOf(id) ?? "");
    await this.#counted(part, found.length);
    return found;
  }

  /** Returns all entries of a long list of the realm. Requests page after page, until one has no new entry. */
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

  /**
   * Throws NoAccess if the identity provider counts more users or groups than it listed: an incomplete list would make existing ones look
   * missing.
   */
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

  /**
   * Sends a changing request to a path below the realm and returns the id of a created resource from the Location header; null if there is
   * none. An answer proves only that the identity provider accepted the request, not that it stored the change.
   */
  async send(method: "POST" | "PUT" | "DELETE", parts: readonly string[], body?: Json): Promise<string | null> {
    const path = [this.realm, ...parts];
    const sent = body === undefined ? {} : { body: sendable(method, parts, body) };
    return this.#written(adminRequest(this.session.base, method, path, sent), parts);
  }

  /** Creates the realm from a JSON document with its settings. */
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

  /**
   * Returns the realm's issuer from its discovery document. Returns null if the identity provider reports that the realm does not exist.
   */
  async issuer(): Promise<string | null> {
    const request = discoveryRequest(this.session.base, this.realm);
    const answer = await this.session.send(request);
    if (answer.status === 404 && ownWord(answer) === "Realm does not exist") return null;
    const document = answer.status === 200 ? jsonOf(answer) : undefined;
    const issuer = isObject(document) ? textOf(document.issuer) : null;
    if (issuer === null) throw this.#fault(request, answer);
    return this.session.secrets.hide(issuer);
  }

  /**
   * Returns the error for a role that the administrator lacks.
   * @param says describes the identity provider's answer that revealed the missing role.
   */
  lacking(role: string, says: string, more = ""): NoAccess {
    const { secrets, who } = this.session;
    return new NoAccess(200, secrets.hide(says), `${missingRight(who, this.realm, [role])}${more}`, role);
  }

  /**
   * Formats method and URL of a request for a message. The identity provider's address and the path below it are separate parts, so that
   * the path is never shortened.
   */
  #words({ method, url }: IdpRequest): string {
    const { base } = this.session;
    return plain(say`${words(method)} ${name(base)}${name(url.slice(base.length))}`);
  }

  #otherThan(what: string, request: IdpRequest): NoAccess {
    return new NoAccess(200, this.session.secrets.hide(`${this.#words(request)} answers something else than ${what}`), HIDDEN);
  }

  /**
   * Returns the fault to throw for an unexpected answer.
   * @param parts the path of the request below the realm; omitted if the request needs no role.
   */
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
