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
import { withAuthorization } from "./realm-authorization.ts";
import { addClient, filled, POSTED_ATTRIBUTES } from "./realm-defaults.ts";
import { mapperAnswer } from "./realm-mappers.ts";
import { serviceAccountOf, withServiceAccount } from "./realm-service-account.ts";

/* Clients of a realm (realm.ts): documents are patched field by field, mappers in them are replaced. */

/** Returns null where the request is about something else. */
export function clientAnswer(call: RealmCall): RealmAnswer | null {
  const { realm, method, path, parts, query, body, created, stored } = call;
  switch (`${method} ${path}`) {
    case "GET clients": {
      const wanted = query.get("clientId");
      const matches = ({ clientId = "" }: Json) =>
        wanted === null || (query.get("search") === "true" ? clientId.includes(wanted) : clientId === wanted);
      return shown(realm.clients.filter(matches).map((one: Json) => documentOf(call, one)));
    }
    case "POST clients": {
      const bad = refusalOf(call);
      if (bad) return bad;
      if (realm.clients.some((one: Json) => one.clientId === body.clientId))
        return conflict(`Client ${body.clientId} already exists`);
      const names = (body.protocolMappers ?? []).map((one: Json) => one.name);
      if (new Set(names).size < names.length) return conflict(`Client ${body.clientId} already exists`);
      const made = addClient(realm, { ...clone(body), attributes: { ...POSTED_ATTRIBUTES, ...body.attributes } });
      withServiceAccount(call, made);
      stored("client", made);
      return created(made.id);
    }
  }
  if (!path.startsWith("clients/")) return null;
  const one = realm.clients.find((client: Json) => client.id === parts[1]);
  return one ? (oneClientAnswer(call, one) ?? mapperAnswer(call, one)) : refused(404, "Could not find client");
}

/** A client as it is shown: its secret only while it is confidential. */
function documentOf({ realm, version, may }: RealmCall, one: Json): Json {
  const { defaultIds, optionalIds, secret, protocolMappers, authorization, ...rest } = one;
  const names = (ids: readonly string[]) => ids.map((id) => realm.scopes.find((scope: Json) => scope.id === id)?.name);
  const manage = may("manage-clients");
  return {
    ...rest,
    ...(one.publicClient || (version === "26.0.7" && one.bearerOnly) ? {} : { secret }),
    ...(protocolMappers.length > 0 ? { protocolMappers } : {}),
    defaultClientScopes: names(defaultIds),
    optionalClientScopes: names(optionalIds),
    access: { view: true, configure: manage, manage },
  };
}

/** What is wrong with an address, by its place; 26.0.7 looks at addresses after sign-out never. */
function addressProblems({ version, body }: RealmCall): readonly string[] {
  const old = version === "26.0.7";
  const problems = (what: string, fragment: string, uris: readonly string[]): readonly string[] => [
    ...(uris.some((uri) => /^(?:data|javascript):/.test(uri)) ? [`${what} uses an illegal scheme`] : []),
    ...(uris.some((uri) => uri.includes("#")) ? [fragment] : []),
    ...(uris.some((uri) => uri.includes(" ")) ? [`${what} is not a valid URI`] : []),
  ];
  const after = String(body.attributes?.["post.logout.redirect.uris"] ?? "");
  const redirect = "A redirect URI";
  return [
    ...(old
      ? []
      : problems("A post-logout redirect URI", "A post-logout redirect URI must not contain an URL fragment", after.split("##"))),
    ...problems(
      redirect,
      old ? "Redirect URIs must not contain an URI fragment" : `${redirect} must not contain an URL fragment`,
      body.redirectUris ?? [],
    ),
  ];
}

/** Why a document is refused; null: it is taken. */
function refusalOf(call: RealmCall): RealmAnswer | null {
  const { version, body } = call;
  const problems = [...addressProblems(call)];
  if (version === "26.7.3" && body.clientId === "") problems.push("Client ID cannot be blank");
  const protocol = body.protocol ?? "openid-connect";
  const isKnown = ["openid-connect", "saml"].includes(protocol);
  if (version === "26.0.7" && !isKnown) return unforeseen();
  if (!isKnown) problems.push(`Invalid protocol: ${protocol}`);
  if (problems.length > 0) return refused(400, "invalid_input", problems.join("; "));
  const long = [body.name, body.description, ...(body.redirectUris ?? [])].some((text) => String(text ?? "").length > 255);
  return long ? unforeseen() : null;
}

/** The client with the fields that were sent in it: null and what is left out stay, a secret is taken as it is. */
function patched(one: Json, body: Json): void {
  const { id, access, defaultClientScopes, optionalClientScopes, attributes, protocolMappers, ...fields } = clone(body);
  const { authenticationFlowBindingOverrides: flows = {}, ...rest } = fields;
  for (const [key, value] of Object.entries(rest)) if (value !== null) one[key] = value;
  one.attributes = filled({ ...one.attributes, ...attributes });
  one.authenticationFlowBindingOverrides = filled({ ...one.authenticationFlowBindingOverrides, ...flows });
  const idOf = ({ name }: Json) => one.protocolMappers.find((mapper: Json) => mapper.name === name)?.id ?? randomUUID();
  if (protocolMappers) one.protocolMappers = protocolMappers.map((mapper: Json) => ({ id: idOf(mapper), ...mapper }));
}

function oneClientAnswer(call: RealmCall, one: Json): RealmAnswer | null {
  const { realm, version, method, path, parts, body, stored } = call;
  const inner = parts[3] ?? "";
  const scopesOf = (ids: readonly string[]) =>
    ids.map((id) => ({ id, name: realm.scopes.find((scope: Json) => scope.id === id)?.name }));
  switch (`${method} ${path}`) {
    case "GET clients/:id":
      return shown(documentOf(call, one));
    case "PUT clients/:id": {
      const bad = refusalOf(call);
      if (bad) return bad;
      const { clientId } = body;
      if (clientId !== undefined && clientId !== one.clientId && realm.clients.some((other: Json) => other.clientId === clientId))
        return refused(409, version === "26.7.3" ? "conflict" : "unknown_error", "Duplicate resource error");
      const bearer = one.bearerOnly;
      patched(one, body);
      withAuthorization(one, body);
      if (version === "26.0.7" && body.publicClient) one.frontchannelLogout = true;
      if (version === "26.0.7" && bearer && !one.bearerOnly) {
        one.secret = randomUUID().replaceAll("-", "");
        one.attributes["client.secret.creation.time"] = "1";
      }
      withServiceAccount(call, one);
      stored("client", one);
      return answer(204);
    }
    case "DELETE clients/:id":
      realm.clients = realm.clients.filter((other: Json) => other !== one);
      return answer(204);
    case "GET clients/:id/client-secret":
      return shown({ type: "secret", ...(one.publicClient ? {} : { value: one.secret }) });
    case "GET clients/:id/service-account-user":
      return serviceAccountOf(call, one);
    case "GET clients/:id/default-client-scopes":
      return shown(scopesOf(one.defaultIds));
    case "GET clients/:id/optional-client-scopes":
      return shown(scopesOf(one.optionalIds));
    case "PUT clients/:id/default-client-scopes/:id":
    case "PUT clients/:id/optional-client-scopes/:id": {
      if (!realm.scopes.some((scope: Json) => scope.id === inner)) return refused(404, "Client scope not found");
      // one that is assigned already stays where it is
      if (![...one.defaultIds, ...one.optionalIds].includes(inner))
        one[path.includes("default") ? "defaultIds" : "optionalIds"].push(inner);
      stored("client", one);
      return answer(204);
    }
    case "DELETE clients/:id/default-client-scopes/:id":
    case "DELETE clients/:id/optional-client-scopes/:id":
      for (const list of ["defaultIds", "optionalIds"]) one[list] = one[list].filter((id: string) => id !== inner);
      return answer(204);
  }
  return null;
}
