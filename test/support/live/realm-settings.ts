import { randomUUID } from "node:crypto";
import {
  answer,
  clone,
  conflict,
  type Json,
  type RealmAnswer,
  type RealmCall,
  refused,
  shown,
  unforeseen,
} from "./realm-call.ts";
import { addClient, newRealm, REALM_ATTRIBUTES } from "./realm-defaults.ts";
import { withServiceAccount } from "./realm-service-account.ts";
import type { Version } from "./tapes.ts";

/* The realm itself and its client scopes (realm.ts). */

const PROFILE = "org.keycloak.userprofile.UserProfileProvider";
const SSL = ["none", "external", "all"];

/** A realm from the document of a POST, with its clients, groups, users and user profile; or why it is refused. */
export function realmFrom(
  body: Json,
  names: ReadonlySet<string>,
  version: Version,
): { readonly made: Json } | { readonly bad: RealmAnswer } {
  const { clients = [], groups = [], components = {}, users = [], clientScopes = [], roles, ...settings } = body;
  const name = settings.realm ?? "";
  const old = version === "26.0.7";
  const bad = (answered: RealmAnswer) => ({ bad: answered });
  if (name === "") return bad(answer(400, { errorMessage: "Realm name cannot be empty" }));
  if (name.includes("/")) return bad(refused(400, "Character '/' not allowed."));
  if (names.has(name)) return bad(conflict(old ? "Conflict detected. See logs for details" : `Realm ${name} already exists`));
  if (!SSL.includes(settings.sslRequired ?? "external")) return bad(unforeseen());
  const groupNames = groups.map((one: Json) => one.name);
  if (new Set(groupNames).size < groupNames.length)
    return bad(conflict(old ? "Conflict detected. See logs for details" : "Duplicate resource error"));
  if (clients.some(({ redirectUris = [] }: Json) => redirectUris.some((uri: string) => /^(?:data|javascript):|#/.test(uri))))
    return bad(unforeseen());
  const made = newRealm(name, settings, version);
  const profile = components[PROFILE]?.[0]?.config["kc.user.profile.config"]?.[0];
  if (profile !== undefined) {
    made.profile = { groups: [], ...JSON.parse(profile) };
    const known = /length|email|prohibited-characters|idn-homograph/;
    const validators = made.profile.attributes.flatMap((one: Json) => Object.keys(one.validations ?? {}));
    if (!validators.every((one: string) => known.test(one))) return bad(unforeseen());
  }
  for (const one of clientScopes) made.scopes.push({ id: randomUUID(), ...clone(one) });
  for (const one of clients) withServiceAccount({ realm: made, version }, addClient(made, clone(one)));
  for (const one of groupNames) made.groups.push({ id: randomUUID(), name: one, path: `/${one}`, subGroups: [] });
  for (const one of users) made.users.push({ id: randomUUID(), emailVerified: false, createdTimestamp: 1, ...clone(one) });
  return { made };
}

/** Fields of the document that the server keeps as an attribute of the same name, too, from the first write on. */
const AS_ATTRIBUTES = [
  "clientSessionIdleTimeout",
  "clientSessionMaxLifespan",
  "clientOfflineSessionIdleTimeout",
  "clientOfflineSessionMaxLifespan",
];

/** A realm with the fields that were sent in it; its attributes are replaced. */
function patched(settings: Json, body: Json, version: Version): Json {
  const { id, attributes, ...fields } = clone(body);
  const kept = attributes ? { ...REALM_ATTRIBUTES, ...attributes } : settings.attributes;
  const own = [...AS_ATTRIBUTES, version === "26.7.3" ? "scimApiEnabled" : "organizationsEnabled"];
  const added = own.flatMap((name) => (fields[name] === undefined ? [] : [[name, String(fields[name])]]));
  const code = fields.otpPolicyCodeReusable;
  return {
    ...settings,
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)),
    attributes: { ...kept, ...Object.fromEntries(added), ...(code === undefined ? {} : { realmReusableOtpCode: String(code) }) },
  };
}

/** What is shown without the right to view the realm. */
const FEW = ["realm", "bruteForceProtected", "supportedLocales", "organizationsEnabled"];

function fewOf(settings: Json, version: Version): Json {
  const { realm, bruteForceProtected = false, supportedLocales = [], organizationsEnabled = false } = settings;
  const all: Json = { realm, bruteForceProtected, supportedLocales, organizationsEnabled };
  return Object.fromEntries((version === "26.7.3" ? FEW : FEW.slice(0, 3)).map((name) => [name, all[name]]));
}

/** The realm itself; null: the request is about something else. `realms`: all of the server, by name. */
export function realmAnswer(call: RealmCall, realms: Map<string, Json>): RealmAnswer | null {
  const { realm, version, method, path, body, stored, may } = call;
  if (path !== "") return null;
  switch (method) {
    case "GET":
      return shown(may("view-realm", "manage-realm") ? realm.settings : fewOf(realm.settings, version));
    case "PUT": {
      if (body === undefined) return unforeseen();
      const { realm: name = realm.settings.realm, passwordPolicy = "", sslRequired = "external", browserFlow = "browser" } = body;
      if (name !== realm.settings.realm && (name === "master" || realms.has(name)))
        return conflict("Realm with same name exists");
      if (!SSL.includes(sslRequired) || !/browser/.test(browserFlow))
        return answer(500, { errorMessage: "Failed to update realm" });
      if (/nonsense/.test(passwordPolicy)) return answer(400, { errorMessage: "Password policy not found" });
      realms.delete(realm.settings.realm);
      realm.settings = patched(realm.settings, body, version);
      realms.set(name, realm);
      stored("realm", realm.settings);
      return answer(204);
    }
    case "DELETE":
      realms.delete(realm.settings.realm);
      return answer(204);
  }
  return null;
}

/** Client scopes; null: the request is about something else. */
export function scopeAnswer({ realm, method, path, parts, body, created, stored }: RealmCall): RealmAnswer | null {
  const standing = realm.scopes.find((one: Json) => one.id === parts[1]);
  switch (`${method} ${path}`) {
    case "GET client-scopes":
      return shown(realm.scopes);
    case "POST client-scopes": {
      const { name = "", protocol } = body;
      if (realm.scopes.some((one: Json) => one.name === name)) return conflict(`Client Scope ${name} already exists`);
      if (!/^[\w./:*+@~!$&()=;-]+$/.test(name)) return answer(400, { errorMessage: `Unexpected name "${name}" for ClientScope` });
      if (!["openid-connect", "saml"].includes(protocol)) return answer(400, { errorMessage: "Unexpected protocol" });
      const scope = { id: randomUUID(), ...clone(body) };
      realm.scopes.push(scope);
      stored("scope", scope);
      return created(scope.id);
    }
    case "GET client-scopes/:id":
      return standing ? shown(standing) : refused(404, "Could not find client scope");
    case "DELETE client-scopes/:id":
      if (!standing) return refused(404, "Could not find client scope");
      realm.scopes = realm.scopes.filter((one: Json) => one !== standing);
      for (const client of realm.clients)
        for (const list of ["defaultIds", "optionalIds"]) client[list] = client[list].filter((id: string) => id !== standing.id);
      return answer(204);
  }
  return null;
}
