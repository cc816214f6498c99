import type { SecretValue } from "../../../kernel/index.ts";

/**
 * The result of looking up one reference in the file of --secrets: its value, or a fault without any part of the value and the reference's
 * place (FILE:LINE:COLUMN).
 */
export type SuppliedSecret = { readonly value: SecretValue } | { readonly fault: string; readonly at: string };

/** The values or faults of the file of --secrets by key. */
export type SuppliedSecrets = ReadonlyMap<string, SuppliedSecret>;

export const NO_SECRETS: SuppliedSecrets = new Map();
