import type { Change } from "./change.ts";

export const REPO_CHANGES: Readonly<Record<string, readonly Change[]>> = {};
