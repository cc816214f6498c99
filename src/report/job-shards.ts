import { groupedBy } from "../kernel/index.ts";
import { createHash } from "node:crypto";

/** GitHub makes at most so many jobs of one matrix. */
export const MOST_JOBS = 256;
/** GitHub takes 1 MiB of outputs from one job, counted in UTF-16, and drops more. */
export const MOST_CHARACTERS = 500_000;

/** One job of several environments, for strategy.matrix. */
export interface Shard {
  /** Its number, in as many digits as the last one has: names of jobs stay in their order. */
  readonly shard: string;
  /** Their names, apart by spaces: as the Action and a shell take them. */
  readonly environments: string;
  readonly count: number;
}

/** A number below `count` that a name has for ever, whatever other names there are. */
const shardOf = (name: string, count: number): number => createHash("sha256").update(name).digest().readUIntBE(0, 6) % count;

/**
 * Shares names out: each stands in one shard, the same one as long as the number of shards is the same. None is moved by a name that comes or goes, and
 * a shard that nobody is in is left out.
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

/** One line for a GitHub job matrix of shards. */
export const jobShardsJson = (names: readonly string[], count: number): string =>
  `${JSON.stringify({ include: shardsOf(names, count) })}\n`;
