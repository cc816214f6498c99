import { createHash } from "node:crypto";
import { FINISH, STEPS, UNDO } from "../../../../src/deploy/swap/protocol/steps.ts";

/** The tables that the runners walk. */
export const TABLES: Readonly<Record<string, readonly object[]>> = { STEPS, UNDO, FINISH };

/** Of everything that the step tables decide: counts of executed faults belong to one protocol. What a row tells people it does is not part of it. */
export function protocolSha256(tables = TABLES): string {
  const deciding = JSON.stringify(tables, (key, value: unknown) => (key === "does" ? undefined : value));
  return createHash("sha256").update(deciding).digest("hex");
}
