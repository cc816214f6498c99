import type { Value, Wanted } from "./state.ts";

/** A field of a resource in the realm. */
export interface Field {
  readonly resource: Wanted["resource"];
  readonly id: string;
  readonly field: string;
}

/** One change of one field of a resource in the realm, or of one value of a list in it. `before` and `after` of a secret are null. */
export interface Change extends Field {
  readonly kind: "add" | "set" | "remove";
  readonly before: Value | null;
  readonly after: Value | null;
  readonly secret: boolean;
}
