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
import { filled } from "./realm-defaults.ts";

/** Mappers of one client as things of their own (realm-clients.ts); null: the request is about something else. */
export function mapperAnswer({ version, method, path, parts, body, created, stored }: RealmCall, one: Json): RealmAnswer | null {
  if (!path.startsWith("clients/:id/protocol-mappers/")) return null;
  const id = parts[4];
  const standing = one.protocolMappers.find((mapper: Json) => mapper.id === id);
  switch (`${method} ${path.slice("clients/:id/protocol-mappers/".length)}`) {
    case "GET models":
      return shown(one.protocolMappers);
    case "POST models": {
      if (one.protocolMappers.some((mapper: Json) => mapper.name === body.name))
        return conflict("Protocol mapper exists with same name");
      if (!/^(?:oidc|saml)-/.test(body.protocolMapper)) return refused(404, "ProtocolMapper provider not found");
      const mapper = { id: randomUUID(), ...clone(body), config: filled(body.config) };
      one.protocolMappers.push(mapper);
      stored("mapper", mapper);
      return created(mapper.id);
    }
    case "POST add-models": {
      const names = body.map((mapper: Json) => mapper.name);
      if (
        new Set([...names, ...one.protocolMappers.map((mapper: Json) => mapper.name)]).size <
        names.length + one.protocolMappers.length
      )
        return refused(
          409,
          version === "26.7.3" ? "conflict" : "unknown_error",
          "Protocol mapper name must be unique per protocol",
        );
      for (const mapper of body) one.protocolMappers.push({ id: randomUUID(), ...clone(mapper) });
      return answer(204);
    }
    case "GET models/:id":
      return standing ? shown(standing) : refused(404, "Model not found");
    case "PUT models/:id":
      if (!standing) return refused(404, "Model not found");
      if (body.id === undefined) return unforeseen();
      // its name is what it is known by: another one is not stored
      Object.assign(standing, clone(body), { id, name: standing.name });
      stored("mapper", standing);
      return answer(204);
    case "DELETE models/:id":
      if (!standing) return refused(404, "Model not found");
      one.protocolMappers = one.protocolMappers.filter((mapper: Json) => mapper !== standing);
      return answer(204);
  }
  return null;
}
