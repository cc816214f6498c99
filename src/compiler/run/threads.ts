import { Thread, workerPath } from "../../platform/index.ts";
import type { RunRequest, RunWorld } from "./request.ts";
import type { ShardResult } from "./shard.ts";

/** What a worker thread gives back: its results, and what it read as shared, so that all threads are known to have seen the same. */
export interface ThreadAnswer {
  readonly sharedInputs: Readonly<Record<string, string>>;
  readonly results: readonly ShardResult[];
}

/** The names of a run and the place of the next one to take: threads take as they get along, none waits for another. */
export interface Queue {
  readonly names: readonly string[];
  /** One number, shared between threads. */
  readonly next: Int32Array;
}

/** A thread that helps a run; it is started with the run's request. */
export type Helper = Thread<RunRequest, Queue, ThreadAnswer>;

/** Below this many environments a second thread costs more than it saves. */
export const WORTH_A_THREAD = 120;
const MOST_THREADS = 8;
/** Names that a thread takes at once: so few that no thread waits long for the last one of another. */
const HANDFUL = 2;

/** One thread for each further processor, as many as that much work is worth; none where the code runs from its sources. */
export function startHelpers(request: RunRequest, world: RunWorld, environments: number): readonly Helper[] {
  const threads = Math.min(world.processors, Math.floor(environments / WORTH_A_THREAD) + 1, MOST_THREADS);
  const path = threads < 2 ? null : workerPath();
  return path === null ? [] : Array.from({ length: threads - 1 }, () => new Thread(path, request));
}

/** All code that a run needs and this thread does not have yet. */
export async function loadAll({ output }: RunRequest): Promise<void> {
  if (output) await import("../artifacts/emit.ts");
}

export function queueOf(names: readonly string[]): Queue {
  return { names, next: new Int32Array(new SharedArrayBuffer(4)) };
}

/** Names for this thread until none is left. */
export function* take({ names, next }: Queue): Iterable<string> {
  for (;;) {
    const from = Atomics.add(next, 0, HANDFUL);
    if (from >= names.length) return;
    yield* names.slice(from, from + HANDFUL);
  }
}
