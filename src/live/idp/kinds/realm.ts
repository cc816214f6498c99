import { IdpFault } from "../transport.ts";
import { fieldsOf } from "../desired.ts";
import { evidenceOf, NO_REALM } from "../evidence.ts";
import type { Json, JsonObject } from "../json.ts";
import type { Item, Wanted } from "../state.ts";
import { addedTo, type Kind, lostOf } from "./kind.ts";

const itemOf = (wanted: Wanted, document: JsonObject): Item => ({
  resource: "realm",
  id: wanted.id,
  fields: fieldsOf(document, new Set(wanted.fields.keys())),
});

/**
 * The kind `realm`: the realm's own settings. A new realm is created with them; in an existing realm, only the planned fields are changed.
 */
export const realm: Kind = {
  async read(admin, [wanted]) {
    const document = await admin.object([]);
    return document && wanted
      ? { items: [itemOf(wanted, document)], evidence: [evidenceOf(`realm ${wanted.id}`, document)] }
      : { items: [], evidence: [NO_REALM] };
  },
  async write(admin, wanted, changes) {
    const standing = await admin.object([]);
    if (!standing) {
      await admin.create(wanted.body);
      return { id: null, kept: null };
    }
    const fields = Object.fromEntries(changes.map(({ field }) => [field, wanted.body[field] ?? null]));
    await admin.send("PUT", [], { ...standing, ...fields });
    const { ...kept } = standing;
    for (const { field } of changes) delete (kept as Record<string, Json>)[field];
    return { id: null, kept, before: standing };
  },
  async readBack(admin, wanted, { kept, before }) {
    const document = await admin.object([]);
    if (!document) throw new IdpFault(404, `the realm ${wanted.id} is not there after it was written`);
    const added = before ? addedTo(before, document, wanted.fields.keys()) : [];
    return { item: itemOf(wanted, document), lost: kept ? lostOf(kept, document) : [], added };
  },
};
