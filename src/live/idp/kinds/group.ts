import type { Admin } from "../admin.ts";
import { evidenceOf } from "../evidence.ts";
import { type JsonObject, textOf } from "../json.ts";
import type { Item } from "../state.ts";
import { visiblePart } from "../../../compiler/index.ts";
import { IdpFault } from "../transport.ts";
import type { Kind } from "./kind.ts";

const nameOf = (group: JsonObject): string => textOf(group.name) ?? "";

const itemOf = (name: string): Item => ({ resource: "group", id: name, fields: new Map([["name", name]]) });

/** Returns the visible part of a group's name in lower case: 'ENG' with a carriage return looks like 'ENG'. */
const seen = (name: string): string => visiblePart(name).toLowerCase();

async function named(admin: Admin, name: string): Promise<JsonObject | null> {
  return (await admin.all("groups")).find((group) => nameOf(group) === name) ?? null;
}

/**
 * The kind `group`, compared by the bytes of the names. A group whose name only looks like a wanted one conflicts with it; all others are
 * left as they are.
 */
export const group: Kind = {
  async read(admin, wanted) {
    if (wanted.length === 0) return { items: [], evidence: [] };
    const names = (await admin.all("groups")).map(nameOf);
    const there = new Set(names);
    const ids = new Set(wanted.map(({ id }) => id));
    const looks = new Set(wanted.map(({ id }) => seen(id)));
    const others = names.filter((name) => !ids.has(name));
    const strays = others.filter((name) => looks.has(seen(name)));
    return {
      items: wanted.filter(({ id }) => there.has(id)).map(({ id }) => itemOf(id)),
      strays: strays.map(itemOf),
      evidence: names.map((name) => evidenceOf(`group ${name}`)),
      others: others.length - strays.length,
    };
  },
  async write(admin, wanted) {
    return { id: await admin.send("POST", ["groups"], wanted.body), kept: null };
  },
  /** Reads a group by the id that the identity provider assigned to it, because it can have stored the group under another name. */
  async readBack(admin, wanted, { id }) {
    const stored = id === null ? await named(admin, wanted.id) : await admin.object(["groups", id]);
    return { item: stored ? itemOf(nameOf(stored)) : null, lost: [] };
  },
  async remove(admin, name) {
    const standing = await named(admin, name);
    const members = standing ? await admin.list(["groups", textOf(standing.id) ?? "", "members"], { first: "0", max: "1" }) : [];
    if (members.length > 0)
      throw new IdpFault(
        409,
        "the group has members, and is not removed",
        "move its members to the group that it looks like, and plan again",
      );
    if (standing) await admin.send("DELETE", ["groups", textOf(standing.id) ?? ""]);
  },
  async stray(admin, name) {
    return (await named(admin, name)) ? itemOf(name) : null;
  },
};
