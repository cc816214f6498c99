import type { SecretValue } from "../../../kernel/index.ts";

/**
 * The result of looking up one reference in the file of --secrets: the secret's value, or a fault, which has no part of the value, with the
 * place of the reference (FILE:LINE:COLUMN).
 */
export type SuppliedSecret = { readonly value: SecretValue } | { readonly fault: string; readonly at: string };

/** The values, or the faults of looking them up, of the references in the file of --secrets, by key. */
export type SuppliedSecrets = ReadonlyMap<string, SuppliedSecret>;

export const NO_SECRETS: SuppliedSecrets = new Map();
