import type { SecretValue } from "../../../kernel/index.ts";

/** The result of looking up one reference of the file of secrets: a value, or a fault that contains no part of it. */
export type SuppliedSecret = { readonly value: SecretValue } | { readonly fault: string };

/** Supplied secrets by key. */
export type SuppliedSecrets = ReadonlyMap<string, SuppliedSecret>;

export const NO_SECRETS: SuppliedSecrets = new Map();
