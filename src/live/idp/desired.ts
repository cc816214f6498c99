import type { SecretValue } from "../../kernel/index.ts";
import { type SignInFacts, realmDocument, userProfile } from "../../compiler/index.ts";
import { isObject, type Json, type JsonObject, objectsOf, textOf } from "./json.ts";
import type { Held, Unknown, Value, Wanted } from "./state.ts";

/** The secret that a reference in sso.yaml leads to, or the reason why it could not be looked up. */
export type Secret = SecretValue | Unknown;

/** The placeholder for a client's secret in the realm's JSON document, which must not contain it. */
const MARK = "(secret)";

const NONE: ReadonlySet<string> = new Set();
/**
 * Fields of a client with a list that can have more values than sso.yaml wants: the identity provider adds scopes of its own to a new
 * client.
 */
const OPEN: ReadonlySet<string> = new Set(["scopes"]);

const isValue = (value: Json | undefined): value is Value =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

/**
 * Splits the list of addresses to which users can return after sign-out. The identity provider stores it as one text with `##` between the
 * addresses.
 */
export const afterSignOut = (text: string): readonly string[] => text.split("##").filter((one) => one !== "");
export const AFTER_SIGN_OUT = "attributes.post.logout.redirect.uris";
/** The entry of `AFTER_SIGN_OUT` that forbids every address after sign-out, whatever else the list has. */
export const NO_ADDRESS = "-";

/**
 * Returns the fields of a resource's JSON document: values and lists of texts by name. The name of a value inside `attributes` or `config`
 * begins with that word and a dot. Secrets are left out, and so are mappers, which are resources of their own. With `only`, returns just
 * the fields with these names.
 */
export function fieldsOf(document: JsonObject, only: ReadonlySet<string> | null = null): Map<string, Held> {
  const fields = new Map<string, Held>();
  const add = (field: string, value: Json | undefined) => {
    if (only && !only.has(field)) return;
    if (field === AFTER_SIGN_OUT && typeof value === "string") fields.set(field, afterSignOut(value));
    else if (isValue(value)) fields.set(field, value);
    else if (Array.isArray(value) && (value as readonly Json[]).every((one) => typeof one === "string"))
      fields.set(field, value as readonly string[]);
  };
  for (const [key, value] of Object.entries(document)) {
    if (key === "secret" || key === "protocolMappers") continue;
    if (isObject(value) && (key === "attributes" || key === "config"))
      for (const [name, inner] of Object.entries(value)) add(`${key}.${name}`, inner);
    else add(key, value);
  }
  return fields;
}

const item = (resource: Wanted["resource"], id: string, body: JsonObject, fields = fieldsOf(body)): Wanted => ({
  resource,
  id,
  fields,
  open: NONE,
  body,
});

/**
 * Returns the realm's settings, without its clients and groups. The user profile is part of the settings with which a new realm is created,
 * as when realm.json is imported.
 */
function realmItem(document: JsonObject): Wanted {
  const { clients, groups, ...settings } = document;
  const fields = fieldsOf(settings);
  fields.delete("realm");
  return item("realm", textOf(document.realm) ?? "", settings, fields);
}

/**
 * Returns the wanted attributes of the user profile: the length limits of the username, and for each other attribute whether it is
 * required.
 */
function profileItems(facts: SignInFacts): readonly Wanted[] {
  const profile = userProfile(facts) as unknown as JsonObject;
  const { min, max } = facts.username;
  const bounds = new Map<string, Held>([
    ["validations.length.min", Number(min.value)],
    ["validations.length.max", Number(max.value)],
  ]);
  return objectsOf(profile.attributes).map((attribute) =>
    attribute.name === "username"
      ? item("userProfile", "username", profile, bounds)
      : item("userProfile", textOf(attribute.name) ?? "", profile, new Map([["required", "required" in attribute]])),
  );
}

/** Returns a wanted client with its scopes and, if it has one, its secret, followed by its mappers, which are resources of their own. */
function clientItems(client: JsonObject, facts: SignInFacts, secret: Secret | null): readonly Wanted[] {
  const { secret: mark, protocolMappers, ...body } = client;
  const id = textOf(client.clientId) ?? "";
  const fields: Map<string, Held | Unknown> = fieldsOf(body);
  fields.delete("clientId");
  const isLoginService = facts.clientId?.value === id;
  if (isLoginService) fields.set("scopes", scopesOf(facts));
  if (mark !== undefined && secret !== null) fields.set("secret", secret);
  const mappers = objectsOf(protocolMappers).map((mapper) => {
    const { name, ...settings } = mapper;
    return item("mapper", `${id}/${textOf(name) ?? ""}`, mapper, fieldsOf(settings));
  });
  return [{ ...item("client", id, body), fields, open: OPEN }, ...mappers];
}

/** Returns the clients of an environment's sso.yaml that another environment owns, by id, with their owners. */
export const othersClients = ({ signIn }: Pick<SignInFacts, "signIn">, environment: string): ReadonlyMap<string, string> =>
  new Map(
    signIn.idp.clients.flatMap(({ id, owner }) => (owner && owner.text !== environment ? [[id.text, owner.text] as const] : [])),
  );

/**
 * Returns the scopes requested by the login service that must be client scopes of the realm: all but openid, which is the protocol itself.
 */
export const scopesOf = ({ scopes }: Pick<SignInFacts, "scopes">): readonly string[] =>
  [...new Set(scopes.map(({ value }) => value))].filter((scope) => scope !== "openid" && scope.trim() !== "");

const scopeItem = (name: string): Wanted =>
  item(
    "scope",
    name,
    { name, protocol: "openid-connect", attributes: { "include.in.token.scope": "true" } },
    new Map([["protocol", "openid-connect"]]),
  );

/** Returns the users that sso.yaml wants, with names in lower case, because the identity provider stores them so. */
function userItems({ users }: Pick<SignInFacts, "users">): readonly Wanted[] {
  const names = new Set(users?.users.map(({ id }) => id.toLowerCase()) ?? []);
  return [...names].map((username) => item("user", username, { username, enabled: true }, new Map([["username", username]])));
}

/**
 * Returns the resources that the realm should have, from the document that realm.json is written from (src/compiler/sso/realm.ts). Clients
 * that another environment owns are left out. Returns null if sso.yaml names no realm.
 */
export function desiredRealm(facts: SignInFacts, secret: Secret | null, environment: string): readonly Wanted[] | null {
  const document = realmDocument(facts, () => MARK) as unknown as JsonObject | null;
  if (!document) return null;
  const others = othersClients(facts, environment);
  const clients = objectsOf(document.clients).filter(({ clientId }) => !others.has(textOf(clientId) ?? ""));
  const groups = objectsOf(document.groups).map(({ name }) => textOf(name) ?? "");
  const own = clients.some(({ clientId }) => clientId === facts.clientId?.value);
  return [
    realmItem(document),
    ...profileItems(facts),
    ...(own ? scopesOf(facts).map(scopeItem) : []),
    ...clients.flatMap((client) => clientItems(client, facts, secret)),
    ...[...new Set(groups)].map((name) => item("group", name, { name }, new Map([["name", name]]))),
    ...userItems(facts),
  ];
}
