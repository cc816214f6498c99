import { SecretValue } from "../../kernel/index.ts";
import type { Evidence } from "./evidence.ts";
import type { JsonObject } from "./json.ts";

/** The kinds of resources of a realm, in the order in which they are written: each depends only on earlier ones. */
export const RESOURCES = ["realm", "userProfile", "scope", "client", "mapper", "group", "user"] as const;
export type Resource = (typeof RESOURCES)[number];

export type Value = string | number | boolean;

/** The value of a resource's field: one value, a list without order, or a secret. */
export type Held = Value | readonly string[] | SecretValue;

export type Fields = ReadonlyMap<string, Held>;

/** One resource of the realm as it is in the identity provider now. */
export interface Item {
  readonly resource: Resource;
  readonly id: string;
  readonly fields: Fields;
}

/** A wanted secret that could not be looked up, with the reason. */
export interface Unknown {
  readonly unknown: string;
}

/** One resource of the realm as sso.yaml wants it. */
export interface Wanted {
  readonly resource: Resource;
  readonly id: string;
  readonly fields: ReadonlyMap<string, Held | Unknown>;
  /** The fields with a list that can have more values than the wanted ones, because the identity provider and administrators add some. */
  readonly open: ReadonlySet<string>;
  /** The body of the request that creates the resource, without its secret. */
  readonly body: JsonObject;
}

/** The live realm, as far as a plan compares it. */
export interface LiveRealm {
  /** The realm's issuer; null if the realm does not exist. */
  readonly issuer: string | null;
  readonly items: readonly Item[];
  /** Existing resources that conflict with wanted ones; `idp apply` removes them only with --prune. */
  readonly strays: readonly Item[];
  /** The documents of live resources from which the fingerprint of a plan is made, without secrets. */
  readonly evidence: readonly Evidence[];
  /** The number of groups and users that sso.yaml does not name, which are kept; null if users are not compared. */
  readonly others: { readonly groups: number; readonly users: number | null };
}

export const isSecretValue = (value: unknown): value is SecretValue => value instanceof SecretValue;

export const isUnknown = (value: Held | Unknown): value is Unknown =>
  typeof value === "object" && !isSecretValue(value) && "unknown" in value;

export const isList = (value: Held | Unknown | undefined): value is readonly string[] => Array.isArray(value);

/** Returns whether two values of a field have the same bytes; secrets are compared too. */
export const sameValue = (a: Held | undefined, b: Held): boolean =>
  isSecretValue(a) && isSecretValue(b) ? a.reveal() === b.reveal() : a === b;

export const keyOf = ({ resource, id }: { readonly resource: string; readonly id: string }): string => `${resource} ${id}`;
