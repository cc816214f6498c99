import type { Scalar, Span } from "../../kernel/index.ts";

export interface MatrixCode {
  readonly code: string;
  readonly keySpan: Span;
  readonly gate: Scalar;
  readonly means: Scalar | null;
  readonly acceptable: boolean;
}

export interface MatrixCell {
  readonly connector: string;
  readonly keySpan: Span;
  readonly code: Scalar;
}

export interface MatrixRow {
  readonly tool: Scalar;
  readonly java: Scalar | null;
  readonly cells: ReadonlyMap<string, MatrixCell>;
}

export interface Matrix {
  readonly path: string;
  readonly source: { readonly title: Scalar | null; readonly revision: Scalar | null; readonly date: Scalar | null };
  readonly codes: ReadonlyMap<string, MatrixCode>;
  readonly rows: readonly MatrixRow[];
}

export interface AcceptedException {
  readonly tool: Scalar;
  readonly connector: Scalar;
  readonly verdict: Scalar;
  readonly environments: readonly Scalar[];
  readonly reason: Scalar;
  readonly owner: Scalar;
  /** The last day on which the exception is valid (YYYY-MM-DD, UTC, inclusive). */
  readonly until: Scalar;
  readonly span: Span;
}

export interface Exceptions {
  readonly path: string;
  readonly exceptions: readonly AcceptedException[];
}
