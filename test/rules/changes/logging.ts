import type { Change } from "./change.ts";

export const LOGGING_CHANGES: Readonly<Record<string, readonly Change[]>> = {};
