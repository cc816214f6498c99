import type { Value, Wanted } from "./state.ts";

/** A field of a thing of the realm. */
export interface Field {
  readonly resource: Wanted["resource"];
  readonly id: string;
  readonly field: string;
}

/** One change of one field; of a list, of one of its values. A secret has no value here. */
export interface Change extends Field {
  readonly kind: "add" | "set" | "remove";
  readonly before: Value | null;
  readonly after: Value | null;
  readonly secret: boolean;
}
