import { createHash } from "node:crypto";
import { STEPS, UNDO } from "../../../src/swap/protocol/steps.ts";

/** Of the step tables: counts of executed faults belong to one protocol. */
export function protocolSha256(): string {
  return createHash("sha256").update(JSON.stringify({ STEPS, UNDO })).digest("hex");
}
