import { inProcess } from "./in-process.ts";
import type { Runner } from "./runner.ts";

/** The runners that every ordinary case is played on. */
export const RUNNERS: readonly Runner[] = [inProcess];
