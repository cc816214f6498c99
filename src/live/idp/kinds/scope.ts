import type { Admin } from "../admin.ts";
import { fieldsOf } from "../desired.ts";
import { proveScopesSeen } from "../controls.ts";
import { evidenceOf } from "../evidence.ts";
import { type JsonObject, textOf } from "../json.ts";
import type { Item, Wanted } from "../state.ts";
import type { Kind } from "./kind.ts";

/** Returns the realm's client scopes by name. */
export async function scopesByName(admin: Admin): Promise<ReadonlyMap<string, JsonObject>> {
  return new Map((await admin.list(["client-scopes"])).map((scope) => [textOf(scope.name) ?? "", scope]));
}

const itemOf = ({ id, fields }: Wanted, scope: JsonObject): Item => ({
  resource: "scope",
  id,
  fields: fieldsOf(scope, new Set(fields.keys())),
});

/** The kind `scope`: client scopes that the login service requests. A missing one is created; an existing one is not changed. */
export const scope: Kind = {
  async read(admin, wanted) {
    const scopes = await scopesByName(admin);
    if (wanted.some(({ id }) => !scopes.has(id))) await proveScopesSeen(admin, scopes.keys());
    const items = wanted.flatMap((one) => {
      const standing = scopes.get(one.id);
      return standing ? [itemOf(one, standing)] : [];
    });
    return { items, evidence: [...scopes.keys()].map((name) => evidenceOf(`scope ${name}`)) };
  },
  async write(admin, wanted) {
    // if the realm was new, the identity provider has created its usual scopes together with it, after the plan was made
    const standing = (await scopesByName(admin)).get(wanted.id);
    if (!standing) await admin.send("POST", ["client-scopes"], wanted.body);
    return { id: null, kept: null };
  },
  async readBack(admin, wanted) {
    const standing = (await scopesByName(admin)).get(wanted.id);
    return { item: standing ? itemOf(wanted, standing) : null, lost: [] };
  },
};
