import { parentPort, workerData } from "node:worker_threads";
import { processHost } from "./io/process-host.ts";
import { runQueue } from "./run/full.ts";
import { Shard } from "./run/shard.ts";
import { loadAll, loaded, type Queue, type Setup, type ThreadAnswer } from "./run/threads.ts";

/** A worker thread of a run: reads what is shared, waits for the names, takes its part of them, gives back plain results. */
export async function main(): Promise<void> {
  const setup = workerData as Setup;
  const world = processHost();
  await loadAll(setup.request); // the rest came with this file
  loaded(setup, world);
  const shard = new Shard(setup.request, world);
  parentPort?.on("message", async (queue: Queue) => {
    const results = await runQueue(shard, queue);
    parentPort?.postMessage({ sharedInputs: shard.sharedInputs, results } satisfies ThreadAnswer);
  });
}
