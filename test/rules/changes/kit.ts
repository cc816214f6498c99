import type { Change } from "./change.ts";

export const KIT_CHANGES: Readonly<Record<string, readonly Change[]>> = {};
