import { parentPort, workerData } from "node:worker_threads";
import { processHost } from "./io/process-host.ts";
import type { RunRequest } from "./run/request.ts";
import { Shard, type ShardResult } from "./run/shard.ts";

/** A worker thread of a run: takes its part of the environments, gives back plain results. */
const { request, names } = workerData as { request: RunRequest; names: readonly string[] };
const shard = new Shard(request, processHost());
const results: ShardResult[] = [];
for (const name of names) results.push(await shard.run(name));
parentPort?.postMessage(results);
