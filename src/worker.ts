import { parentPort, workerData } from "node:worker_threads";
import { processHost } from "./io/process-host.ts";
import { runQueue } from "./run/full.ts";
import type { RunRequest } from "./run/request.ts";
import { Shard } from "./run/shard.ts";
import type { Queue, ThreadAnswer } from "./run/threads.ts";

/** A worker thread of a run: reads what is shared, waits for the names, takes its part of them, gives back plain results. */
const shard = new Shard(workerData as RunRequest, processHost());

parentPort?.on("message", async (queue: Queue) => {
  const results = await runQueue(shard, queue);
  parentPort?.postMessage({ sharedInputs: shard.sharedInputs, results } satisfies ThreadAnswer);
});
