import type { Admin } from "../admin.ts";
import { clientOf } from "../controls.ts";
import { fieldsOf } from "../desired.ts";
import { isObject, type JsonObject, textOf } from "../json.ts";
import type { Item, Wanted } from "../state.ts";
import { IdpFault } from "../transport.ts";
import { uuidOf } from "./client.ts";
import { addedTo, type Kind } from "./kind.ts";

const MODELS = ["protocol-mappers", "models"];

/** Splits the id CLIENT/NAME of a mapper at the last slash: a client's id can contain a slash, the names of wanted mappers do not. */
const partsOf = (id: string): readonly [client: string, name: string] => {
  const at = id.lastIndexOf("/");
  return [id.slice(0, at), id.slice(at + 1)];
};

interface Mappers {
  readonly path: readonly string[];
  readonly all: readonly JsonObject[];
}

async function mappersOf(admin: Admin, clientId: string): Promise<Mappers | null> {
  const client = await clientOf(admin, clientId);
  if (!client) return null;
  const path = ["clients", uuidOf(client), ...MODELS];
  return { path, all: await admin.list(path) };
}

const claimOf = ({ config }: JsonObject): string | null => (isObject(config) ? textOf(config["claim.name"]) : null);

const itemOf = (wanted: Wanted, mapper: JsonObject): Item => ({
  resource: "mapper",
  id: wanted.id,
  fields: fieldsOf(mapper, new Set(wanted.fields.keys())),
});

const strayOf = (clientId: string, mapper: JsonObject): Item => {
  const name = textOf(mapper.name) ?? "";
  return { resource: "mapper", id: `${clientId}/${name}`, fields: new Map([["name", name]]) };
};

/**
 * Returns the mappers of a client that are not wanted and write the claim of a wanted mapper, because it is undefined whose value ends up
 * in the token.
 */
function straysOf(clientId: string, all: readonly JsonObject[], wanted: readonly Wanted[]): readonly Item[] {
  const names = new Set(wanted.map(({ id }) => partsOf(id)[1]));
  const claims = new Set(wanted.map(({ body }) => claimOf(body)));
  return all
    .filter((one) => !names.has(textOf(one.name) ?? "") && claimOf(one) !== null && claims.has(claimOf(one)))
    .map((one) => strayOf(clientId, one));
}

async function standingOf(admin: Admin, id: string): Promise<{ path: readonly string[]; mapper: JsonObject | null }> {
  const [clientId, name] = partsOf(id);
  const mappers = await mappersOf(admin, clientId);
  if (!mappers) throw new IdpFault(404, `the client ${clientId} is not there, and so none of its mappers`);
  return { path: mappers.path, mapper: mappers.all.find((one) => one.name === name) ?? null };
}

/** The kind `mapper`: mappers of the login service's client, which write the claims with the user id. */
export const mapper: Kind = {
  async read(admin, wanted) {
    const items: Item[] = [];
    const strays: Item[] = [];
    for (const clientId of new Set(wanted.map(({ id }) => partsOf(id)[0]))) {
      const own = wanted.filter(({ id }) => partsOf(id)[0] === clientId);
      const all = (await mappersOf(admin, clientId))?.all ?? [];
      for (const one of own) {
        const standing = all.find(({ name }) => name === partsOf(one.id)[1]);
        if (standing) items.push(itemOf(one, standing));
      }
      for (const one of straysOf(clientId, all, own)) strays.push(one);
    }
    // no evidence, because that of the kind `client` includes the client's mappers
    return { items, strays, evidence: [] };
  },
  async write(admin, wanted) {
    const { path, mapper: standing } = await standingOf(admin, wanted.id);
    const id = textOf(standing?.id);
    const config = {
      ...(isObject(standing?.config) ? standing.config : {}),
      ...(isObject(wanted.body.config) ? wanted.body.config : {}),
    };
    if (standing && id !== null) await admin.send("PUT", [...path, id], { ...standing, ...wanted.body, config });
    else await admin.send("POST", path, wanted.body);
    return { id: null, kept: null, before: standing };
  },
  async readBack(admin, wanted, { before }) {
    const { mapper: standing } = await standingOf(admin, wanted.id);
    const added = standing && before ? addedTo(before, standing, wanted.fields.keys()) : [];
    return { item: standing ? itemOf(wanted, standing) : null, lost: [], added };
  },
  async remove(admin, id) {
    const { path, mapper: standing } = await standingOf(admin, id);
    const uuid = textOf(standing?.id);
    if (uuid !== null) await admin.send("DELETE", [...path, uuid]);
  },
  async stray(admin, id) {
    const { mapper: standing } = await standingOf(admin, id);
    return standing ? strayOf(partsOf(id)[0], standing) : null;
  },
};
