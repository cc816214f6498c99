import { resolve } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { type Orders, processHost } from "./platform/index.ts";
import { CALLS, type CallJob, type Outcome, runCalls } from "./serve/index.ts";
import { type Queue, type RunRequest, Shard, type ThreadAnswer, loadAll, runQueue } from "./compiler/index.ts";

/** Runs a worker thread, either one that checks or compiles environments, or the one in which the MCP server runs commands. */
async function main(): Promise<void> {
  if (workerData === CALLS) {
    const { dispatch } = await import("./cli/index.ts");
    const orders = parentPort as unknown as Orders<CallJob, Outcome>;
    return runCalls(orders, processHost(), (argv, host) => dispatch(argv, host, resolve));
  }
  return share(workerData as RunRequest);
}

/**
 * Runs a worker thread of a `check` or `compile`: reads the files that all environments share, waits for the names of environments, checks
 * or compiles some of them, and returns plain results.
 */
async function share(request: RunRequest): Promise<void> {
  const world = processHost();
  await loadAll(request); // loads the rules; all other modules are part of this built file
  const shard = new Shard(request, world);
  parentPort?.on("message", async (queue: Queue) => {
    const results = await runQueue(shard, queue);
    parentPort?.postMessage({ sharedInputs: shard.sharedInputs, results } satisfies ThreadAnswer);
  });
}

void main();
