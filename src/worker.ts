import { parentPort, workerData } from "node:worker_threads";
import { processHost } from "./io/process-host.ts";
import { type ThreadAnswer, runAll } from "./run/full.ts";
import type { RunRequest } from "./run/request.ts";
import { Shard } from "./run/shard.ts";

/** A worker thread of a run: takes its part of the environments, gives back plain results. */
const { request, names } = workerData as { request: RunRequest; names: readonly string[] };
const shard = new Shard(request, processHost());
const answer: ThreadAnswer = { sharedInputs: shard.sharedInputs, results: await runAll(shard, names) };
parentPort?.postMessage(answer);
