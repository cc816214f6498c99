import type { Value, Wanted } from "./state.ts";

/** A field of a resource in the realm. */
export interface Field {
  readonly resource: Wanted["resource"];
  readonly id: string;
  readonly field: string;
}

/** One change of one field, or of one value of a list. The values of a secret are not included. */
export interface Change extends Field {
  readonly kind: "add" | "set" | "remove";
  readonly before: Value | null;
  readonly after: Value | null;
  readonly secret: boolean;
}
