import { namesSecret } from "../../../kernel/index.ts";
import type { Admin } from "../admin.ts";
import type { Change } from "../changes.ts";
import type { Evidence } from "../evidence.ts";
import { canonical, isObject, type Json, type JsonObject } from "../json.ts";
import type { Item, Value, Wanted } from "../state.ts";

/** What the server has of one kind. */
export interface Found {
  readonly items: readonly Item[];
  readonly strays?: readonly Item[];
  /** Documents that a plan is judged against, without secrets. */
  readonly evidence: readonly Evidence[];
  /** How many there are that are not wanted. */
  readonly others?: number;
}

/** What a write left to look for: where the server put it, and what it was sent of fields that were to stay as they are. */
export interface Written {
  readonly id: string | null;
  readonly kept: JsonObject | null;
  /** The document before the write; null: there was none. */
  readonly before?: JsonObject | null;
  /** The id of a service account's user that goes along with the write. */
  readonly account?: string | null;
}

/** A field that is there after a write, was not there before and was not sent. */
export interface Added {
  readonly field: string;
  readonly value: Value | null;
}

/** What is there after a write. */
export interface ReadBack {
  readonly item: Item | null;
  /** Fields that were sent as they stood, and are not as they were. */
  readonly lost: readonly string[];
  /** Fields that nobody sent and that have come; absent: the thing is new, and all of it has. */
  readonly added?: readonly Added[];
}

/** One kind of thing in a realm: how it is read, written and read back. */
export interface Kind {
  read(admin: Admin, wanted: readonly Wanted[]): Promise<Found>;
  /** Throws IdpFault when the server refuses. */
  write(admin: Admin, wanted: Wanted, changes: readonly Change[]): Promise<Written>;
  readBack(admin: Admin, wanted: Wanted, written: Written): Promise<ReadBack>;
  /** Takes away a stray; absent: this kind has none. */
  remove?(admin: Admin, id: string): Promise<void>;
  /** The stray of this id; null: it is gone. */
  stray?(admin: Admin, id: string): Promise<Item | null>;
}

/** Fields that the server changes by itself. */
const OWN_ACCOUNT = /^client\.secret\.|^secret$|^registrationAccessToken$|^access$|^notBefore$/;

/** What of a document that was sent is not there any more as it was; maps are looked into by name. An empty attribute that is gone says the same. */
export function lostOf(sent: JsonObject, read: JsonObject | null, prefix = ""): readonly string[] {
  return Object.entries(sent).flatMap(([key, value]) => {
    if (OWN_ACCOUNT.test(key)) return [];
    const now = read?.[key];
    if (prefix === "" && isObject(value) && isObject(now)) return lostOf(value, now, `${key}.`);
    // the server drops empty attributes itself, whoever writes
    if (prefix === "attributes." && value === "" && now === undefined) return [];
    return canonical(now) === canonical(value) ? [] : [`${prefix}${key}`];
  });
}

const isValue = (value: Json | undefined): value is Value =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

/**
 * Returns what a document has after a write that it did not have before, without the fields that are managed; maps are looked into by name. What
 * sounds like a secret has no value here.
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
