import { SecretValue } from "../../../kernel/index.ts";
import type { Admin } from "../admin.ts";
import { AUTHORIZATION_SERVER, isAlong, SERVICE_ACCOUNT, takes } from "../along.ts";
import type { Change } from "../changes.ts";
import { clientOf, proveClientsSeen } from "../controls.ts";
import { AFTER_SIGN_OUT, afterSignOut, fieldsOf } from "../desired.ts";
import { type Evidence, evidenceOf, withoutSecrets } from "../evidence.ts";
import { isObject, type Json, type JsonObject, textOf } from "../json.ts";
import { type Held, isList, isSecretValue, type Item, type Wanted } from "../state.ts";
import { IdpFault } from "../transport.ts";
import { addedTo, type Kind, lostOf, type Written } from "./kind.ts";
import { scopesByName } from "./scope.ts";
import { accountFields, accountOf, authorizationFields } from "./service-account.ts";

export const uuidOf = (client: JsonObject): string => textOf(client.id) ?? "";

const ASSIGNED = ["default-client-scopes", "optional-client-scopes"];

/** Returns the names of the default and optional client scopes of a client. */
async function assignedScopes(admin: Admin, uuid: string): Promise<readonly string[]> {
  const lists: string[] = [];
  for (const part of ASSIGNED) for (const { name } of await admin.list(["clients", uuid, part])) lists.push(textOf(name) ?? "");
  return lists;
}

async function secretOf(admin: Admin, uuid: string): Promise<SecretValue | null> {
  const text = textOf((await admin.object(["clients", uuid, "client-secret"]))?.value);
  const secret = text === null ? null : new SecretValue(text);
  admin.session.secrets.add(secret ? [secret.reveal()] : []);
  return secret;
}

/**
 * Returns the fields that the identity provider would delete if the wanted values of a client were sent; an empty list if the client has
 * none of them.
 */
async function alongFields(admin: Admin, wanted: Wanted, client: JsonObject) {
  const goes = (prefix: string) => takes(prefix, (field) => wanted.fields.get(field));
  const uuid = uuidOf(client);
  const account = client.serviceAccountsEnabled === true && goes(SERVICE_ACCOUNT) ? await accountOf(admin, uuid) : null;
  const server = client.authorizationServicesEnabled === true && goes(AUTHORIZATION_SERVER);
  return [...(await accountFields(admin, uuid, account)), ...(server ? await authorizationFields(admin, uuid) : [])];
}

async function itemOf(admin: Admin, wanted: Wanted, client: JsonObject): Promise<Item> {
  const fields: Map<string, Held> = fieldsOf(client, new Set(wanted.fields.keys()));
  const uuid = uuidOf(client);
  if (wanted.fields.has("scopes")) fields.set("scopes", await assignedScopes(admin, uuid));
  for (const [field, held] of await alongFields(admin, wanted, client)) fields.set(field, held);
  const secret = wanted.fields.has("secret") ? await secretOf(admin, uuid) : null;
  if (secret) fields.set("secret", secret);
  return { resource: "client", id: wanted.id, fields };
}

/** Names of attributes in which the identity provider records a client secret's age and the previous secret. */
const OWN_SECRET = /^client\.secret/;

/** Returns a client's document without its secrets and without the fields that the identity provider writes itself. */
function told(client: JsonObject): JsonObject {
  const attributes = isObject(client.attributes) ? client.attributes : {};
  const plain = Object.entries(attributes).filter(([key]) => !OWN_SECRET.test(key));
  const { secret, registrationAccessToken, access, ...rest } = client;
  return withoutSecrets({ ...rest, attributes: Object.fromEntries(plain) }) as JsonObject;
}

const textsOf = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? (value as readonly Json[]).filter((one) => typeof one === "string") : [];

/**
 * Returns the live values of a list field with the planned changes made: added values are appended, and only values that a change replaces
 * or removes are left out.
 */
const changed = (standing: readonly string[], changes: readonly Change[]): readonly string[] => {
  const gone = new Set(changes.filter(({ kind }) => kind !== "add").map(({ before }) => before));
  const more = changes.filter(({ kind }) => kind !== "remove").map(({ after }) => String(after));
  return [...new Set([...standing.filter((value) => !gone.has(value)), ...more])];
};

/** Returns the whole document of a client with the changes applied, because the identity provider can drop fields that are not sent. */
export function clientWith(standing: JsonObject, wanted: Wanted, changes: readonly Change[]): JsonObject {
  const client: Record<string, Json> = { ...standing };
  const attributes: Record<string, Json> = { ...(isObject(standing.attributes) ? standing.attributes : {}) };
  for (const field of new Set(changes.map((change) => change.field).filter((name) => !isAlong(name)))) {
    const own = changes.filter((change) => change.field === field);
    const held = wanted.fields.get(field);
    const name = field.replace(/^attributes\./, "");
    if (field === AFTER_SIGN_OUT) attributes[name] = changed(afterSignOut(textOf(attributes[name]) ?? ""), own).join("##");
    else if (field.startsWith("attributes.")) attributes[name] = own[0]?.after ?? null;
    else if (isSecretValue(held)) client[field] = held.reveal();
    else if (isList(held) && field !== "scopes") client[field] = changed(textsOf(standing[field]), own);
    else if (field !== "scopes") client[field] = own[0]?.after ?? null;
  }
  return { ...client, attributes };
}

async function assign(admin: Admin, uuid: string, scopes: readonly string[]): Promise<void> {
  const known = await scopesByName(admin);
  const assigned = new Set(await assignedScopes(admin, uuid));
  for (const name of scopes.filter((scope) => !assigned.has(scope))) {
    const id = textOf(known.get(name)?.id);
    if (id === null) throw new IdpFault(404, `the realm has no client scope ${name}`);
    await admin.send("PUT", ["clients", uuid, "default-client-scopes", id]);
  }
}

/**
 * Returns the document of a client that was sent, with the default scopes that it should have after the write: newly assigned ones are
 * added, and those of a deleted service account are left out.
 */
function keptScopes(sent: JsonObject, assigned: readonly string[], changes: readonly Change[]): JsonObject {
  if (!Array.isArray(sent.defaultClientScopes)) return sent;
  const gone = changes.flatMap(({ field, before }) => (field === `${SERVICE_ACCOUNT}scopes` ? [before] : []));
  const standing = textsOf(sent.defaultClientScopes).filter((scope) => !gone.includes(scope));
  return { ...sent, defaultClientScopes: [...new Set([...standing, ...assigned])] };
}

/**
 * Returns the id of the service account's user that the identity provider deletes when the changes of a client are written; null if it
 * deletes none.
 */
async function goingAccount(admin: Admin, uuid: string, changes: readonly Change[]): Promise<string | null> {
  const goes = changes.some(({ field }) => field.startsWith(SERVICE_ACCOUNT));
  return goes ? textOf((await accountOf(admin, uuid))?.id) : null;
}

/**
 * The kind `client`: settings, addresses, secret and scopes of each client that sso.yaml wants. Other clients of the realm are not
 * compared.
 */
export const client: Kind = {
  async read(admin, wanted) {
    const items: Item[] = [];
    const evidence: Evidence[] = [];
    let seen = false;
    for (const one of wanted) {
      const standing = await clientOf(admin, one.id);
      if (!standing) {
        if (!seen) await proveClientsSeen(admin);
        seen = true;
        continue;
      }
      const item = await itemOf(admin, one, standing);
      items.push(item);
      const scopes = item.fields.get("scopes");
      const along = Object.fromEntries([...item.fields].filter(([field]) => isAlong(field))) as JsonObject;
      evidence.push(evidenceOf(`client ${one.id}`, { ...told(standing), scopes: isList(scopes) ? scopes : [], ...along }));
    }
    return { items, evidence };
  },
  async write(admin, wanted, changes): Promise<Written> {
    const standing = await clientOf(admin, wanted.id);
    const account = standing ? await goingAccount(admin, uuidOf(standing), changes) : null;
    const fields = standing ? changes.filter(({ field }) => field !== "scopes") : changes;
    const sent = clientWith(standing ?? wanted.body, wanted, fields);
    if (!standing) await admin.send("POST", ["clients"], sent);
    else if (fields.length > 0) await admin.send("PUT", ["clients", uuidOf(standing)], sent);
    const now = standing ?? (await clientOf(admin, wanted.id));
    if (!now) throw new IdpFault(404, `the client ${wanted.id} is not there after it was made`);
    const scopes = changes.flatMap(({ field, after }) => (field === "scopes" && after !== null ? [String(after)] : []));
    if (scopes.length > 0) await assign(admin, uuidOf(now), scopes);
    return { id: uuidOf(now), kept: keptScopes(sent, scopes, changes), before: standing, account };
  },
  async readBack(admin, wanted, { kept, before, account }) {
    const standing = await clientOf(admin, wanted.id);
    if (!standing) return { item: null, lost: [] };
    const managed = [...wanted.fields.keys()];
    const lost = kept ? lostOf(told(kept), standing).filter((field) => !managed.includes(field)) : [];
    const item = await itemOf(admin, wanted, standing);
    // the client's document shows that it has no service account any more, but not whether the account's user was deleted
    const left = account ? await admin.object(["users", account]) : null;
    const fields = new Map([...item.fields, ...(await accountFields(admin, uuidOf(standing), left))]);
    return { item: { ...item, fields }, lost, added: before ? addedTo(before, standing, managed) : [] };
  },
};
