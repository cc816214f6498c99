import { namesSecret } from "../../../kernel/index.ts";
import type { Admin } from "../admin.ts";
import type { Change } from "../changes.ts";
import type { Evidence } from "../evidence.ts";
import { canonical, isObject, type Json, type JsonObject } from "../json.ts";
import type { Item, Value, Wanted } from "../state.ts";

/** The resources of one kind that were found in the live realm. */
export interface Found {
  readonly items: readonly Item[];
  readonly strays?: readonly Item[];
  /** The documents of live resources from which the fingerprint of a plan is made, without secrets. */
  readonly evidence: readonly Evidence[];
  /** The number of live resources of the kind that sso.yaml does not want. */
  readonly others?: number;
}

/**
 * The results of writing a resource that `readBack` needs: in `id` the id that the identity provider gave the resource, and in `kept` the
 * document with the fields that should stay unchanged.
 */
export interface Written {
  readonly id: string | null;
  readonly kept: JsonObject | null;
  /** The resource's document before the write; null if the resource is new. */
  readonly before?: JsonObject | null;
  /** The id of the service account's user that the identity provider deletes with the write; null if it deletes none. */
  readonly account?: string | null;
}

/** A field of a resource that appeared with a write although it was not sent. */
export interface Added {
  readonly field: string;
  readonly value: Value | null;
}

/** A resource as the identity provider has it after a write; `item` is null if it is missing. */
export interface ReadBack {
  readonly item: Item | null;
  /** Fields that were sent unchanged and are different after the write. */
  readonly lost: readonly string[];
  /** Fields that appeared with a write although they were not sent; omitted for a new resource, all of whose fields are new. */
  readonly added?: readonly Added[];
}

/** One kind of resource in a realm, with the functions that read it, write it, and read it back. */
export interface Kind {
  read(admin: Admin, wanted: readonly Wanted[]): Promise<Found>;
  /** Sends the changes of one resource. Throws IdpFault if the identity provider refuses them. */
  write(admin: Admin, wanted: Wanted, changes: readonly Change[]): Promise<Written>;
  readBack(admin: Admin, wanted: Wanted, written: Written): Promise<ReadBack>;
  /** Removes from the realm a resource that conflicts with a wanted one; omitted for kinds without such conflicts. */
  remove?(admin: Admin, id: string): Promise<void>;
  /** Reads a resource again that conflicts with a wanted one, by its id. Returns null if it has been deleted. */
  stray?(admin: Admin, id: string): Promise<Item | null>;
}

/** Names of fields that the identity provider changes by itself, so that a difference in them is no fault of the write. */
const OWN_ACCOUNT = /^client\.secret\.|^secret$|^registrationAccessToken$|^access$|^notBefore$/;

/**
 * Returns the sent fields that are missing or different after a write, those inside a map as MAP.FIELD. A dropped empty attribute is no
 * difference.
 */
export function lostOf(sent: JsonObject, read: JsonObject | null, prefix = ""): readonly string[] {
  return Object.entries(sent).flatMap(([key, value]) => {
    if (OWN_ACCOUNT.test(key)) return [];
    const now = read?.[key];
    if (prefix === "" && isObject(value) && isObject(now)) return lostOf(value, now, `${key}.`);
    // the identity provider itself drops empty attributes at every write
    if (prefix === "attributes." && value === "" && now === undefined) return [];
    return canonical(now) === canonical(value) ? [] : [`${prefix}${key}`];
  });
}

const isValue = (value: Json | undefined): value is Value =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

/**
 * Returns the fields that a document has after a write and did not have before, without the fields in `managed`; a field inside a map is
 * named with the map's name as prefix. Its value is null if the name can belong to a secret.
 */
export function addedTo(before: JsonObject, now: JsonObject, managed: Iterable<string>, prefix = ""): readonly Added[] {
  const known = new Set(managed);
  return Object.entries(now).flatMap(([key, value]): readonly Added[] => {
    const [field, was] = [`${prefix}${key}`, before[key]];
    if (known.has(field) || OWN_ACCOUNT.test(key)) return [];
    if (prefix === "" && isObject(value) && (was === undefined || isObject(was)))
      return addedTo(was ?? {}, value, known, `${key}.`);
    return was === undefined && value !== null ? [{ field, value: isValue(value) && !namesSecret(key) ? value : null }] : [];
  });
}
