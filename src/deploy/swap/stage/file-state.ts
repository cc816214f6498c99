import { LARGEST_TEXT, PropertiesDocument } from "../../../kernel/index.ts";
import type { PlannedFile } from "../protocol/plan.ts";
import { plannedValues } from "./planned-values.ts";
import type { Transaction } from "./prepared.ts";

/**
 * The state of a file of a plan. `before`, `after`: its old or new content. `other`: neither. `missing`: deleted although the plan has
 * both.
 */
export type FileState = "before" | "after" | "missing" | "other";

/** Returns the decoded values of a plan's keys in a properties file, null for an absent key; null if Java cannot load the bytes. */
export function plannedKeyValues(file: PlannedFile, bytes: Buffer): ReadonlyMap<string, string | null> | null {
  const { map, error } = PropertiesDocument.parse(bytes).load();
  return error ? null : new Map(file.values.map(({ key }) => [key, map.get(key)?.value ?? null]));
}

/**
 * Returns the state of a file of a plan: by its bytes, or by decoded values for a file that the connector rewrites. If old and new values
 * are equal, other bytes count as `after`, because there is nothing left to write.
 */
export function fileState({ world, layout }: Transaction, file: PlannedFile): FileState {
  const stat = world.files.stat(file.path);
  if (!stat) return file.before === null ? "before" : file.after === null ? "after" : "missing";
  if (stat.kind !== "file") return "other";
  const { sha256 } = world.files.hash(file.path);
  if (sha256 === file.before?.sha256) return "before";
  if (sha256 === file.after?.sha256) return "after";
  const values = file.as === "pairs" && stat.size <= LARGEST_TEXT ? plannedKeyValues(file, world.files.read(file.path)) : null;
  if (!values) return "other";
  const rows = plannedValues({ world, layout }, file);
  if (file.after && rows.every(({ key, after }) => values.get(key) === after)) return "after";
  if (file.before && rows.every(({ key, before }) => values.get(key) === before)) return "before";
  return "other";
}
