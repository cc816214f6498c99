import { groupedBy } from "../kernel/index.ts";
import { createHash } from "node:crypto";

/** The highest number of jobs in one job matrix of GitHub Actions. */
export const MOST_JOBS = 256;
/**
 * The highest number of characters of the JSON that a job outputs. GitHub accepts 1 MiB of outputs from one job, counted in UTF-16, and
 * drops everything above it.
 */
export const MOST_CHARACTERS = 500_000;

/** One job of a GitHub matrix (strategy.matrix), which checks or compiles several environments. */
export interface Shard {
  /** The shard's number with leading zeros, so that job names sort in order. */
  readonly shard: string;
  /** The environments' names separated by spaces, as Tierwright's GitHub Action and a shell expect them. */
  readonly environments: string;
  readonly count: number;
}

/** Returns the index of a name's shard, from 0 to `count` - 1. The index does not depend on other names. */
const shardOf = (name: string, count: number): number => createHash("sha256").update(name).digest().readUIntBE(0, 6) % count;

/**
 * Distributes environments' names to shards. A name stays in the same shard as long as the number of shards does, whichever other names are
 * added or removed. Empty shards are left out.
 */
export function shardsOf(names: readonly string[], count: number): readonly Shard[] {
  const shards = groupedBy([...names].sort(), (name) => shardOf(name, count));
  const digits = String(count).length;
  return [...shards]
    .sort(([a], [b]) => a - b)
    .map(([number, own]) => ({
      shard: String(number + 1).padStart(digits, "0"),
      environments: own.join(" "),
      count: own.length,
    }));
}

/** Returns the shards as one line of JSON for a GitHub job matrix. */
export const jobShardsJson = (names: readonly string[], count: number): string =>
  `${JSON.stringify({ include: shardsOf(names, count) })}\n`;
