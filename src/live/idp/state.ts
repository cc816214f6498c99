import { SecretValue } from "../../kernel/index.ts";
import type { Evidence } from "./evidence.ts";
import type { JsonObject } from "./json.ts";

/** What of a realm is compared and changed, in the order in which it is written: each needs only what stands before it. */
export const RESOURCES = ["realm", "userProfile", "scope", "client", "mapper", "group", "user"] as const;
export type Resource = (typeof RESOURCES)[number];

export type Value = string | number | boolean;

/** A field: one value, a list of which the order means nothing, or a secret. */
export type Held = Value | readonly string[] | SecretValue;

export type Fields = ReadonlyMap<string, Held>;

/** One thing of the realm as it is there. */
export interface Item {
  readonly resource: Resource;
  readonly id: string;
  readonly fields: Fields;
}

/** A secret that is to be there and could not be looked up. */
export interface Unknown {
  readonly unknown: string;
}

/** One thing as it is to be. */
export interface Wanted {
  readonly resource: Resource;
  readonly id: string;
  readonly fields: ReadonlyMap<string, Held | Unknown>;
  /** Lists that may hold more than what is wanted: the server and others put things in, too. */
  readonly open: ReadonlySet<string>;
  /** What creating it sends, without its secret. */
  readonly body: JsonObject;
}

/** The live realm, as far as it is compared. */
export interface LiveRealm {
  /** What the realm calls itself; null: there is no such realm. */
  readonly issuer: string | null;
  readonly items: readonly Item[];
  /** What stands there in the place of something that is wanted, and goes with --prune alone. */
  readonly strays: readonly Item[];
  /** Everything that a plan was judged against, without secrets. */
  readonly evidence: readonly Evidence[];
  /** How many of a kind are there that sso.yaml does not name; they stay. */
  readonly others: { readonly groups: number; readonly users: number | null };
}

export const isSecretValue = (value: unknown): value is SecretValue => value instanceof SecretValue;

export const isUnknown = (value: Held | Unknown): value is Unknown =>
  typeof value === "object" && !isSecretValue(value) && "unknown" in value;

export const isList = (value: Held | Unknown | undefined): value is readonly string[] => Array.isArray(value);

/** The same bytes; of two secrets too. */
export const sameValue = (a: Held | undefined, b: Held): boolean =>
  isSecretValue(a) && isSecretValue(b) ? a.reveal() === b.reveal() : a === b;

export const keyOf = ({ resource, id }: { readonly resource: string; readonly id: string }): string => `${resource} ${id}`;
