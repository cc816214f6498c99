import type { Change } from "./change.ts";

export const TIER_CHANGES: Readonly<Record<string, readonly Change[]>> = {};
