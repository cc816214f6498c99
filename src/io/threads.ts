import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

/** The built worker beside the running bundle; null when the code runs from its sources (tests), which then stays in one thread. */
export function workerPath(): string | null {
  const candidates = ["./worker.js", "../worker.js"].map((name) => fileURLToPath(new URL(name, import.meta.url)));
  return candidates.find((path) => existsSync(path)) ?? null;
}

/** Runs one job in a worker thread: `input` goes in, one message comes back. */
export function inThread<Input, Output>(path: string, input: Input): Promise<Output> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(path, { workerData: input });
    worker.once("message", (message: Output) => {
      resolve(message);
      void worker.terminate();
    });
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`a worker thread ended early with code ${code}`)));
  });
}
