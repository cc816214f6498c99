import type { SecretValue } from "../../kernel/index.ts";
import { type SignInFacts, realmDocument, userProfile } from "../../compiler/index.ts";
import { isObject, type Json, type JsonObject, objectsOf, textOf } from "./json.ts";
import type { Held, Unknown, Value, Wanted } from "./state.ts";

/** What a secret's reference gave, or why it gave nothing. */
export type Secret = SecretValue | Unknown;

/** Where the client's secret goes in a document that must not hold it. */
const MARK = "(secret)";

const NONE: ReadonlySet<string> = new Set();
/** The server gives a new client scopes of its own. */
const OPEN: ReadonlySet<string> = new Set(["scopes"]);

const isValue = (value: Json | undefined): value is Value =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

/** The addresses after sign-out are one text, with `##` between them. */
export const afterSignOut = (text: string): readonly string[] => text.split("##").filter((one) => one !== "");
export const AFTER_SIGN_OUT = "attributes.post.logout.redirect.uris";
/** In the list of these addresses: the server leads to none after a sign-out, whatever else the list holds. */
export const NO_ADDRESS = "-";

/** The fields of a document: values and lists by their names, one level of maps by a dot; nothing of what has a resource of its own. */
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

/** The realm's settings: what realm.json says beside its lists. A new realm is made with the user profile, as an import of realm.json makes it. */
function realmItem(document: JsonObject): Wanted {
  const { clients, groups, ...settings } = document;
  const fields = fieldsOf(settings);
  fields.delete("realm");
  return item("realm", textOf(document.realm) ?? "", settings, fields);
}

/** The attributes of the user profile: the length of the username, and of each other one whether everybody has to have it. */
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

/** A client with its scopes and, where a secret is shared, its secret; and its mappers, which the server keeps as things of their own. */
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

/** Clients of this sso.yaml that another environment owns, each with its owner. */
export const othersClients = ({ signIn }: Pick<SignInFacts, "signIn">, environment: string): ReadonlyMap<string, string> =>
  new Map(
    signIn.idp.clients.flatMap(({ id, owner }) => (owner && owner.text !== environment ? [[id.text, owner.text] as const] : [])),
  );

/** openid is the protocol itself; every other scope has to be one of the realm's client scopes. */
export const scopesOf = ({ scopes }: Pick<SignInFacts, "scopes">): readonly string[] =>
  [...new Set(scopes.map(({ value }) => value))].filter((scope) => scope !== "openid" && scope.trim() !== "");

const scopeItem = (name: string): Wanted =>
  item(
    "scope",
    name,
    { name, protocol: "openid-connect", attributes: { "include.in.token.scope": "true" } },
    new Map([["protocol", "openid-connect"]]),
  );

/** The server keeps user names in lower case, whatever it is given. */
function userItems({ users }: Pick<SignInFacts, "users">): readonly Wanted[] {
  const names = new Set(users?.users.map(({ id }) => id.toLowerCase()) ?? []);
  return [...names].map((username) => item("user", username, { username, enabled: true }, new Map([["username", username]])));
}

/**
 * What the realm is to hold, from the very document that realm.json is written from (src/compiler/sso/realm.ts), and so with the same values. A client
 * that another environment owns is that one's to change. null while the realm is not known.
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
