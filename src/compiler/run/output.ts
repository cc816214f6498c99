import { MANIFEST_NAME, MANIFEST_SCHEMA } from "../artifacts/manifest-schema.ts";
import { OutputFolder } from "../../platform/index.ts";
import type { RunRequest } from "./request.ts";

/** The folder that a run compiles into, or null for a check. */
export const outputFolder = (request: RunRequest): OutputFolder | null =>
  request.output && new OutputFolder(request.output.folder, { name: MANIFEST_NAME, contains: `"schema": "${MANIFEST_SCHEMA}"` });
