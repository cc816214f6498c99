import type { Json, RealmAnswer } from "../../support/live/realm-call.ts";
import { type Recorded, recordedHeader } from "../../support/live/tapes.ts";
import { recordedJson } from "../../support/live/seeded.ts";

/*
 * What of a recorded answer the re-made server has to give as well: status, content type, the address of what was made, and of the document the
 * fields that anybody here reads. Ids and tokens are each server's own; `Names` pairs them.
 */

/** Ids and tokens of the recording with those of the re-made server. */
export type Names = Map<string, string>;

/** The text with the recorded ids and tokens replaced by those of the re-made server. */
export const renamed = (text: string, names: Names): string =>
  [...names].reduce((so, [from, to]) => so.replaceAll(from, to), text);

/** Fields of each kind of document that are compared; the first pattern that fits the target decides. */
const READ: readonly (readonly [target: RegExp, fields: RegExp])[] = [
  [/\/\.well-known\//, /^(?:issuer|authorization_endpoint|token_endpoint|userinfo_endpoint|end_session_endpoint|jwks_uri)$/],
  [/^\/realms\/[^/]+$/, /^realm$/],
  [/openid-connect\/token$/, /^(?:access_token|refresh_token|token_type|expires_in)$/],
  [/\/admin\/realms\?/, /^(?:realm|enabled)$/],
  [
    /\/admin\/realms\/[^/]+$/,
    /^(?:realm|enabled|sslRequired|registrationAllowed|editUsernameAllowed|passwordPolicy|resetPasswordAllowed|bruteForceProtected|attributes|smtpServer)$/,
  ],
  [/\/client-scopes/, /^(?:id|name|protocol)$/],
  [/-client-scopes/, /^(?:id|name)$/],

  [/\/users\/profile/, /^/],
  // who may do what is asked for nowhere, times are nobody's
  [/\/users/, /^(?!access$|createdTimestamp$)/],
  [/\/(?:groups|clients)/, /^(?!access$|createdTimestamp$)/],
  [/^/, /^/],
];

const isObject = (value: Json): boolean => typeof value === "object" && value !== null && !Array.isArray(value);

/** Lists of which the order says nothing, in the order of their names. */
function inOrder(list: Json[]): Json[] {
  const key = (one: Json): string => (isObject(one) ? (one.clientId ?? one.username ?? one.name) : String(one));
  return list.toSorted((a, b) => (key(a) < key(b) ? -1 : Number(key(a) > key(b))));
}

/** Values that are each server's own. */
const OWN = /^(?:id|parentId|access_token|refresh_token)$/;

/** A secret that nobody sent is made by the server. */
const isMade = (field: string, value: Json): boolean => /^(?:secret|value)$/.test(field) && /^\w{32}$/.test(String(value));

class Comparison {
  readonly differences: string[] = [];

  constructor(
    private readonly names: Names,
    private readonly ordered: boolean,
  ) {}

  compare(recorded: Json, answered: Json, at: string): void {
    const field = at.split(".").at(-1) ?? "";
    if (OWN.test(field) && typeof recorded === "string" && typeof answered === "string") {
      this.#own(recorded, answered, at);
      return;
    }
    if ((isMade(field, recorded) || at.endsWith(".creation.time")) && typeof answered === "string") return;
    if (Array.isArray(recorded) && Array.isArray(answered) && recorded.length === answered.length) {
      const [a, b] = this.ordered ? [recorded, answered] : [inOrder(recorded), inOrder(answered)];
      for (const [i, one] of a.entries()) this.compare(one, b[i], `${at}.${i}`);
    } else if (isObject(recorded) && isObject(answered)) {
      for (const key of new Set([...Object.keys(recorded), ...Object.keys(answered)]))
        this.compare(recorded[key], answered[key], at === "" ? key : `${at}.${key}`);
    } else if (JSON.stringify(recorded) !== JSON.stringify(answered))
      this.differences.push(`${at}: ${JSON.stringify(answered)} for ${JSON.stringify(recorded)}`);
  }

  #own(recorded: string, answered: string, at: string): void {
    const known = this.names.get(recorded);
    if (known === undefined) this.names.set(recorded, answered);
    else if (known !== answered && /id$/.test(at)) this.differences.push(`${at}: another one than before`);
  }
}

/** Where an unknown field is, or which ones the server knows. */
const WHERE = / at line 1 column \d+\.$|, not marked as ignorable .*$/s;

/** A document with the fields that are read. Fields of an error are all read, and places in a text that was sent are not. */
function projected(document: Json, target: string, isError: boolean): Json {
  if (isError) return typeof document.error === "string" ? { ...document, error: document.error.replace(WHERE, "") } : document;
  const fields = READ.find(([pattern]) => pattern.test(target))?.[1] ?? /^/;
  const kept = (one: Json): Json =>
    isObject(one) ? Object.fromEntries(Object.entries(one).filter(([key]) => fields.test(key))) : one;
  if (target.endsWith("/role-mappings")) return document.realmMappings.map(({ name }: Json) => name);
  const seen = Array.isArray(document) ? document.map(kept) : kept(document);
  // all of a realm, or the few fields of whoever cannot view it
  return /\/admin\/realms\/[^/]+$/.test(target) ? { ...seen, all: Object.keys(document).length > 10 } : seen;
}

/** What the re-made server answers otherwise than it was recorded, in words; [] where it does not. */
export function differencesOf({ request, response }: Recorded, answered: RealmAnswer, names: Names): readonly string[] {
  if (!response) return [];
  const found: string[] = [];
  if (answered.status !== response.status) return [`${answered.status} for ${response.status}`];
  const [type, own] = [recordedHeader(response.headers, "content-type"), answered.headers["content-type"] ?? null];
  if (type !== own) found.push(`content-type: ${own} for ${type}`);
  const [to, there] = [recordedHeader(response.headers, "location"), answered.headers.location ?? null];
  const last = (address: string | null) => address?.split("/").at(-1) ?? "";
  if (to && there && request.method === "POST" && last(to) !== last(there)) names.set(last(to), last(there));
  if ((to === null) !== (there === null) || renamed(to ?? "", names) !== (there ?? ""))
    found.push(`location: ${there} for ${to}`);
  const [recorded, body] = [recordedJson(response.body), recordedJson(answered.body)];
  if ((recorded === null) !== (body === null))
    return [...found, `${answered.body.slice(0, 80)} for ${response.body?.slice(0, 80)}`];
  if (recorded === null) return found;
  const isError = response.status >= 400;
  const comparison = new Comparison(names, request.target.endsWith("/users/profile"));
  comparison.compare(projected(recorded, request.target, isError), projected(body, request.target, isError), "");
  return [...found, ...comparison.differences];
}
