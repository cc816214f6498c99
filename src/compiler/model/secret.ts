import type { SecretSource, Span } from "../../kernel/index.ts";

/** A field that holds a reference to a secret (docs/formats.md). Printing it shows the reference only. */
export interface SecretReference {
  readonly type: "secret";
  readonly source: SecretSource;
  readonly span: Span;
  readonly pointer: string;
}

/** The start of what stands for a secret until a machine gives its value (docs/formats.md). */
export const PLACEHOLDER = "@secret(";

/** What stands in an artifact that was compiled without secrets. */
export function placeholderOf({ pointer }: Pick<SecretReference, "pointer">): string {
  return `${PLACEHOLDER}${pointer})`;
}
