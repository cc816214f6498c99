import { MANIFEST_NAME, MANIFEST_SCHEMA } from "../artifacts/manifest-schema.ts";
import { OutputFolder } from "../../platform/index.ts";
import type { RunRequest } from "./request.ts";

/** Returns the folder into which a `compile` writes; null for a `check`, and for a `compile` that keeps its files in memory. */
export function outputFolder({ output }: RunRequest): OutputFolder | null {
  const folder = output?.folder ?? null;
  return folder === null ? null : new OutputFolder(folder, { name: MANIFEST_NAME, contains: `"schema": "${MANIFEST_SCHEMA}"` });
}
