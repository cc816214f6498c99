import { randomUUID } from "node:crypto";
import { answer, clone, type Json, type RealmAnswer, type RealmCall } from "./realm-call.ts";
import { addClient } from "./realm-defaults.ts";

/** Clients of a realm; null: the request is about something else. */
export function clientAnswer(call: RealmCall): RealmAnswer | null {
  const { realm, method, path, parts, query, body, created, stored } = call;
  switch (`${method} ${path}`) {
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
      const made = addClient(realm, clone(body));
      stored("client", made);
      return created(made.id);
    }
  }
  if (!path.startsWith("clients/:id")) return null;
  const one = realm.clients.find((client: Json) => client.id === parts[1]);
  return one ? oneClientAnswer(call, one) : answer(404, { error: "Could not find client" });
}

function oneClientAnswer({ realm, method, path, parts, body, created, stored }: RealmCall, one: Json): RealmAnswer | null {
  const [, , , inner = "", last = ""] = parts;
  const scopesOf = (ids: readonly string[]) => realm.scopes.filter((scope: Json) => ids.includes(scope.id));
  switch (`${method} ${path}`) {
    case "PUT clients/:id": {
      const { defaultIds, optionalIds, id: own, protocolMappers } = one;
      for (const key of Object.keys(one)) delete one[key];
      Object.assign(one, clone(body), { id: own, defaultIds, optionalIds, protocolMappers });
      one.secret ??= randomUUID();
      stored("client", one);
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
      stored("client", one);
      return answer(204);
    case "GET clients/:id/protocol-mappers/models":
      return answer(200, one.protocolMappers);
    case "POST clients/:id/protocol-mappers/models": {
      if (one.protocolMappers.some((mapper: Json) => mapper.name === body.name))
        return answer(409, { errorMessage: "Protocol mapper exists with same name" });
      const mapper = { id: randomUUID(), ...clone(body) };
      one.protocolMappers.push(mapper);
      stored("mapper", mapper);
      return created(mapper.id);
    }
    case "PUT clients/:id/protocol-mappers/models/:id": {
      const at = one.protocolMappers.findIndex((mapper: Json) => mapper.id === last);
      one.protocolMappers[at] = { ...clone(body), id: last };
      stored("mapper", one.protocolMappers[at]);
      return answer(204);
    }
    case "DELETE clients/:id/protocol-mappers/models/:id":
      one.protocolMappers = one.protocolMappers.filter((mapper: Json) => mapper.id !== last);
      return answer(204);
  }
  return null;
}
