import { LARGEST_TEXT, PropertiesDocument } from "../../../kernel/index.ts";
import type { PlannedFile } from "../protocol/plan.ts";
import { plannedValues } from "./planned-values.ts";
import type { Transaction } from "./prepared.ts";

/** `other`: neither the old nor the new bytes nor values; somebody wrote to it. `missing` only where a file is meant on both sides. */
export type FileState = "before" | "after" | "missing" | "other";

/** The decoded values of the planned keys in some bytes; null where Java could not load them. */
export function decided(file: PlannedFile, bytes: Buffer): ReadonlyMap<string, string | null> | null {
  const { map, error } = PropertiesDocument.parse(bytes).load();
  return error ? null : new Map(file.values.map(({ key }) => [key, map.get(key)?.value ?? null]));
}

/**
 * What a file outside the tree is: by its bytes, and for a file that the connector rewrites by its decoded values. Where nothing
 * distinguishes old from new (equal values), the bytes decide, and else `after` counts: there is nothing left to write.
 */
export function fileState({ world, layout }: Transaction, file: PlannedFile): FileState {
  const stat = world.files.stat(file.path);
  if (!stat) return file.before === null ? "before" : file.after === null ? "after" : "missing";
  if (stat.kind !== "file") return "other";
  const { sha256 } = world.files.hash(file.path);
  if (sha256 === file.before?.sha256) return "before";
  if (sha256 === file.after?.sha256) return "after";
  const values = file.as === "pairs" && stat.size <= LARGEST_TEXT ? decided(file, world.files.read(file.path)) : null;
  if (!values) return "other";
  const rows = plannedValues({ world, layout }, file);
  if (file.after && rows.every(({ key, after }) => values.get(key) === after)) return "after";
  if (file.before && rows.every(({ key, before }) => values.get(key) === before)) return "before";
  return "other";
}
