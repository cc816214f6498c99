import type { FileRole } from "../../../../src/compiler/model/files.ts";

/** A file as it lies, for one rule. */
export interface Text {
  readonly title: string;
  /** Text is UTF-8. */
  readonly text: string | Uint8Array;
  readonly role?: FileRole;
  readonly origin?: "base" | "argument";
}
