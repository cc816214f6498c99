import type { SecretSource, Span } from "../../kernel/index.ts";

/**
 * A reference to a secret as a YAML field holds it (docs/formats.md): the name of a variable, file or program, never the secret's value.
 */
export interface SecretReference {
  readonly type: "secret";
  readonly source: SecretSource;
  readonly span: Span;
  readonly pointer: string;
}

/** Start of the placeholder for a secret in text that was compiled without secret values (docs/formats.md). */
export const PLACEHOLDER = "@secret(";

/** Returns the placeholder for a secret in an artifact that was compiled without secrets. */
export function placeholderOf({ pointer }: Pick<SecretReference, "pointer">): string {
  return `${PLACEHOLDER}${pointer})`;
}
