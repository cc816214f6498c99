import { proveUsersSeen } from "../controls.ts";
import { evidenceOf } from "../evidence.ts";
import { textOf } from "../json.ts";
import type { Item } from "../state.ts";
import type { Kind } from "./kind.ts";

const itemOf = (username: string): Item => ({ resource: "user", id: username, fields: new Map([["username", username]]) });

/** The kind `user`, compared by the bytes of the usernames. Missing users are created; no user is ever changed or removed. */
export const user: Kind = {
  async read(admin, wanted) {
    if (wanted.length === 0) return { items: [], evidence: [] };
    const names = new Set((await admin.all("users")).map(({ username }) => textOf(username) ?? ""));
    if (wanted.some(({ id }) => !names.has(id))) await proveUsersSeen(admin);
    const there = wanted.filter(({ id }) => names.has(id));
    return {
      items: there.map(({ id }) => itemOf(id)),
      evidence: there.map(({ id }) => evidenceOf(`user ${id}`)),
      others: names.size - there.length,
    };
  },
  async write(admin, wanted) {
    return { id: await admin.send("POST", ["users"], wanted.body), kept: null };
  },
  async readBack(admin, wanted, { id }) {
    const [found] = id === null ? await admin.list(["users"], { username: wanted.id, exact: "true" }) : [];
    const stored = id === null ? found : await admin.object(["users", id]);
    const username = textOf(stored?.username);
    return { item: username === null ? null : itemOf(username), lost: [] };
  },
};
