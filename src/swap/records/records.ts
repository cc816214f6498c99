import { sha256 } from "../../formats/sha256.ts";
import { JsonFault, readStrictJson } from "../../formats/json/strict.ts";
import { type RecordKind, recordProblems } from "../../schema/records.ts";
import type { Journal, SwapPlan } from "../protocol/plan.ts";
import type { Receipt } from "../protocol/receipt.ts";
import type { SwapFiles } from "../../io/machine.ts";

interface Records {
  readonly journal: Journal;
  readonly plan: SwapPlan;
  readonly receipt: Receipt;
}

/** More than the records of the largest bundle need (65,535 files in a tree). */
const LARGEST: Readonly<Record<keyof Records, number>> = { journal: 1 << 20, plan: 1 << 26, receipt: 1 << 26 };

/** A record below .swap with the digest of its bytes, or in words why it is none. */
export type Read<T> = { readonly record: T; readonly sha256: string } | { readonly problem: string };

const first = ([one = "", ...more]: readonly string[]): string => one + (more.length > 0 ? `, and ${more.length} more` : "");

function problemOf(kind: RecordKind, bytes: Buffer): { readonly value: unknown } | { readonly problem: string } {
  try {
    const value = readStrictJson(bytes);
    const problems = recordProblems(kind, value);
    return problems.length > 0 ? { problem: first(problems) } : { value };
  } catch (error) {
    if (error instanceof JsonFault) return { problem: `line ${error.line}, column ${error.column}: ${error.message}` };
    throw error;
  }
}

/** Bytes of a record, held to its published schema (docs/records.md). */
export function parseRecord<K extends keyof Records>(kind: K, bytes: Buffer): Read<Records[K]> {
  const found = problemOf(kind, bytes);
  if ("problem" in found) return found;
  // the one place where a record gets its type: its schema has just been proven
  return { record: found.value as Records[K], sha256: sha256(bytes) };
}

/**
 * A record as it lies there, or null where there is none. Records are input: what is not an ordinary file, too large, not JSON or of another
 * shape is a problem in words, never an exception of a reader.
 */
export function readRecord<K extends keyof Records>(files: SwapFiles, path: string, kind: K): Read<Records[K]> | null {
  const stat = files.stat(path);
  if (!stat) return null;
  if (stat.kind !== "file") return { problem: `it is a ${stat.kind === "other" ? "special file" : stat.kind}, not a file` };
  if (stat.size > LARGEST[kind]) return { problem: `it has ${stat.size} bytes; at most ${LARGEST[kind]} are read` };
  return parseRecord(kind, files.read(path));
}
