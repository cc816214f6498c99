import type { SecretValue } from "../../../kernel/index.ts";

/**
 * The result of looking up one reference of the file of secrets: a value, or a fault that contains no part of it with the place of the reference
 * (FILE:LINE:COLUMN).
 */
export type SuppliedSecret = { readonly value: SecretValue } | { readonly fault: string; readonly at: string };

/** Supplied secrets by key. */
export type SuppliedSecrets = ReadonlyMap<string, SuppliedSecret>;

export const NO_SECRETS: SuppliedSecrets = new Map();
