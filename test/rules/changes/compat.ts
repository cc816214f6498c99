import type { Change } from "./change.ts";

export const COMPAT_CHANGES: Readonly<Record<string, readonly Change[]>> = {};
