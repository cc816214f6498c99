import { append } from "../diagnostic/lists.ts";
import { name, plain, say, words } from "../diagnostic/text.ts";
import { answerWords, helpFor, jsonOf } from "./fault.ts";
import { isObject, type Json, type JsonObject, objectsOf, textOf } from "./json.ts";
import { adminRequest, discoveryRequest } from "./requests.ts";
import { missingRight } from "./rights.ts";
import type { AdminSession } from "./session.ts";
import { headerOf, type IdpAnswer, IdpFault, type IdpRequest } from "./transport.ts";

type Query = Readonly<Record<string, string>>;

/** Of users and groups: so many are asked for at once. */
const PAGE = 500;
/** More than any directory has: a server that never ends its list is not followed for ever. */
const MOST_PAGES = 4_000;

/** The admin API of one realm: paths below it, documents in and out. */
export class Admin {
  constructor(
    readonly session: AdminSession,
    readonly realm: string,
  ) {}

  /** The document, with what is secret in it; undefined: there is none (404). */
  async get(parts: readonly string[], query: Query = {}): Promise<Json | undefined> {
    const request = adminRequest(this.session.base, "GET", [this.realm, ...parts], { query });
    const answer = await this.session.send(request);
    if (answer.status === 404) return undefined;
    const document = answer.status === 200 ? jsonOf(answer) : undefined;
    if (document === undefined) throw this.#fault(request, answer, parts);
    return document;
  }

  async object(parts: readonly string[], query: Query = {}): Promise<JsonObject | null> {
    const document = await this.get(parts, query);
    if (document === undefined) return null;
    if (isObject(document)) return document;
    throw new IdpFault(200, `GET ${["", ...parts].join("/")} answers something else than one object`);
  }

  async list(parts: readonly string[], query: Query = {}): Promise<readonly JsonObject[]> {
    return objectsOf(await this.get(parts, query));
  }

  /** All of a long list, page by page; its end is a page that brings nothing new. */
  async all(part: "users" | "groups"): Promise<readonly JsonObject[]> {
    const found: JsonObject[] = [];
    const known = new Set<string>();
    for (let page = 0; page < MOST_PAGES; page++) {
      const query = { first: String(found.length), max: String(PAGE), briefRepresentation: "true" };
      const fresh = (await this.list([part], query)).filter(({ id }) => !known.has(textOf(id) ?? ""));
      for (const { id } of fresh) known.add(textOf(id) ?? "");
      append(found, fresh);
      if (fresh.length === 0) break;
    }
    await this.#counted(part, found.length);
    return found;
  }

  /** A list that ends too early would make what is there look as if it were not. */
  async #counted(part: "users" | "groups", listed: number): Promise<void> {
    const document = await this.get([part, "count"], part === "groups" ? { top: "true" } : {});
    const count = isObject(document) ? document.count : document;
    if (typeof count !== "number" || count <= listed) return;
    throw new IdpFault(
      200,
      `the realm counts ${count} ${part} and lists ${listed}`,
      "the administrator may not see all of them, or somebody was at work: give it the right to view them, and ask again",
    );
  }

  /** A write. Its answer proves nothing but that it was taken; the id is what Location ends with. */
  async send(method: "POST" | "PUT" | "DELETE", parts: readonly string[], body?: Json): Promise<string | null> {
    const path = [this.realm, ...parts];
    return this.#written(adminRequest(this.session.base, method, path, body === undefined ? {} : { body }), parts);
  }

  /** A new realm. */
  async create(body: Json): Promise<void> {
    await this.#written(adminRequest(this.session.base, "POST", [], { body }), []);
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

  /** Who the realm says that it is; null: there is no such realm. */
  async issuer(): Promise<string | null> {
    const request = discoveryRequest(this.session.base, this.realm);
    const answer = await this.session.send(request);
    if (answer.status === 404) return null;
    const document = answer.status === 200 ? jsonOf(answer) : undefined;
    const issuer = isObject(document) ? textOf(document.issuer) : null;
    if (issuer === null) throw this.#fault(request, answer);
    return this.session.secrets.hide(issuer);
  }

  /** `parts`: the path below the realm; absent: what was asked needs no right. */
  #fault({ method, url }: IdpRequest, answer: IdpAnswer, parts?: readonly string[]): IdpFault {
    const { secrets, who, base } = this.session;
    // the server's address apart, so that what was asked below it is never cut away
    const says = plain(say`${words(method)} ${name(base)}${name(url.slice(base.length))} `) + answerWords(answer);
    const help = answer.status === 403 && parts ? missingRight(who, this.realm, method, parts) : helpFor(answer.status);
    return new IdpFault(answer.status, secrets.hide(says), help);
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
