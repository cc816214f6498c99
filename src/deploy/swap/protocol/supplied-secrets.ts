import type { SecretValue } from "../../../kernel/index.ts";

/** What a reference of the file of secrets gives: a value, or why there is none, which never says any of it. */
export type SuppliedSecret = { readonly value: SecretValue } | { readonly fault: string };

/** By key. */
export type SuppliedSecrets = ReadonlyMap<string, SuppliedSecret>;

export const NO_SECRETS: SuppliedSecrets = new Map();
