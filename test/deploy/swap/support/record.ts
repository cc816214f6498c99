import { appendFileSync } from "node:fs";
import type { Explored } from "./explore.ts";

/** Adds executed faults to the counts of a conformance run (scripts/conformance.mjs); nothing in an ordinary run. */
export function record(runner: string, kind: string, { executed }: Explored): void {
  const path = process.env.TIERWRIGHT_FAULTS;
  if (path) appendFileSync(path, `${JSON.stringify({ runner, kind, executed })}\n`);
}
