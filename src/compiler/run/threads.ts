import { Thread, workerPath } from "../../platform/index.ts";
import type { RunRequest, RunWorld } from "./request.ts";
import type { ShardResult } from "./shard.ts";

/** The answer of a worker thread: its results, and the states of the shared files that it read, so that differing reads are detected. */
export interface ThreadAnswer {
  readonly sharedInputs: Readonly<Record<string, string>>;
  readonly results: readonly ShardResult[];
}

/**
 * The names of the environments to check, and the index of the next one. Each thread takes a few names when it is ready, so that none waits
 * for another.
 */
export interface Queue {
  readonly names: readonly string[];
  /** Index into `names`, in memory that the threads share. */
  readonly next: Int32Array;
}

/** A worker thread that checks or compiles environments, started with the request of the command. */
export type Helper = Thread<RunRequest, Queue, ThreadAnswer>;

/** Number of environments below which a second thread costs more than it saves. */
export const WORTH_A_THREAD = 120;
const MOST_THREADS = 8;
/**
 * Number of environment names that a thread takes at once: small, so that no thread waits long while another compiles its last
 * environments.
 */
const HANDFUL = 2;

/**
 * Starts worker threads, at most one for each further processor and for each `WORTH_A_THREAD` environments. Returns none if the program
 * runs from its sources, where no worker is built.
 */
export function startHelpers(request: RunRequest, world: RunWorld, environments: number): readonly Helper[] {
  const threads = Math.min(world.processors, Math.floor(environments / WORTH_A_THREAD) + 1, MOST_THREADS);
  const path = threads < 2 ? null : workerPath();
  return path === null ? [] : Array.from({ length: threads - 1 }, () => new Thread(path, request));
}

/** Loads the code that produces artifacts if the request is to compile files, so that the first environment does not wait for it. */
export async function loadAll({ output }: RunRequest): Promise<void> {
  if (output) await import("../artifacts/emit.ts");
}

export function queueOf(names: readonly string[]): Queue {
  return { names, next: new Int32Array(new SharedArrayBuffer(4)) };
}

/** Yields names for this thread until none is left. */
export function* take({ names, next }: Queue): Iterable<string> {
  for (;;) {
    const from = Atomics.add(next, 0, HANDFUL);
    if (from >= names.length) return;
    yield* names.slice(from, from + HANDFUL);
  }
}
