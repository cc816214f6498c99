import { namesSecret } from "../../../kernel/index.ts";
import type { Admin } from "../admin.ts";
import type { Change } from "../changes.ts";
import type { Evidence } from "../evidence.ts";
import { canonical, isObject, type Json, type JsonObject } from "../json.ts";
import type { Item, Value, Wanted } from "../state.ts";

/** The resources of one kind on the server. */
export interface Found {
  readonly items: readonly Item[];
  readonly strays?: readonly Item[];
  /** The documents that a plan is compared with, without secrets. */
  readonly evidence: readonly Evidence[];
  /** The number of resources that are not wanted. */
  readonly others?: number;
}

/** The information that reading back a write needs: the new id, and the sent document with the fields that should stay unchanged. */
export interface Written {
  readonly id: string | null;
  readonly kept: JsonObject | null;
  /** The document before the write; null if there was none. */
  readonly before?: JsonObject | null;
  /** The id of the service account's user that the write deletes. */
  readonly account?: string | null;
}

/** A field that appeared with a write without being sent. */
export interface Added {
  readonly field: string;
  readonly value: Value | null;
}

/** The state after a write. */
export interface ReadBack {
  readonly item: Item | null;
  /** Fields that were sent unchanged and changed nevertheless. */
  readonly lost: readonly string[];
  /** Fields that appeared without being sent; omitted for a new resource, where every field did. */
  readonly added?: readonly Added[];
}

/** One kind of resource in a realm, with the functions that read, write and read it back. */
export interface Kind {
  read(admin: Admin, wanted: readonly Wanted[]): Promise<Found>;
  /** Writes the changes. Throws IdpFault if the server refuses. */
  write(admin: Admin, wanted: Wanted, changes: readonly Change[]): Promise<Written>;
  readBack(admin: Admin, wanted: Wanted, written: Written): Promise<ReadBack>;
  /** Removes a conflicting resource; omitted for kinds that have none. */
  remove?(admin: Admin, id: string): Promise<void>;
  /** Returns the conflicting resource with this id; null once it is deleted. */
  stray?(admin: Admin, id: string): Promise<Item | null>;
}

/** Fields that the server changes by itself. */
const OWN_ACCOUNT = /^client\.secret\.|^secret$|^registrationAccessToken$|^access$|^notBefore$/;

/** Returns the sent fields that are missing or different afterwards, with one level of maps by name. A dropped empty attribute is no difference. */
export function lostOf(sent: JsonObject, read: JsonObject | null, prefix = ""): readonly string[] {
  return Object.entries(sent).flatMap(([key, value]) => {
    if (OWN_ACCOUNT.test(key)) return [];
    const now = read?.[key];
    if (prefix === "" && isObject(value) && isObject(now)) return lostOf(value, now, `${key}.`);
    // the server drops empty attributes itself at every write
    if (prefix === "attributes." && value === "" && now === undefined) return [];
    return canonical(now) === canonical(value) ? [] : [`${prefix}${key}`];
  });
}

const isValue = (value: Json | undefined): value is Value =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

/**
 * Returns the fields that a document has after a write and did not have before, without the managed ones; one level of maps by name. The value is
 * null if the name can belong to a secret.
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
