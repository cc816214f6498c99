import type { Worker } from "node:worker_threads";
import { builtEntry } from "./beside.ts";

/** The built worker; null when the code runs from its sources (tests), which then stays in one thread. */
export const workerPath = (): string | null => builtEntry("worker.cjs");

/**
 * A worker thread that begins to get ready when it is made, so that its start overlaps with what this thread reads first.
 * It does nothing to any file before `work` is called.
 */
export class Thread<Setup, Job, Answer> {
  readonly #worker: Worker;
  readonly #failed: Promise<never>;

  constructor(path: string, setup: Setup) {
    // asked for here: most runs start no thread, and the module takes two milliseconds of a start
    this.#worker = new (process.getBuiltinModule("node:worker_threads").Worker)(path, { workerData: setup });
    this.#failed = new Promise((_, reject) => {
      this.#worker.once("error", reject);
      this.#worker.once("exit", (code) => reject(new Error(`a worker thread ended early with code ${code}`)));
    });
    this.#failed.catch(() => undefined); // told to whoever waits for an answer
    this.#worker.unref();
  }

  /** Hands over one job and gives back its answer. */
  work(job: Job): Promise<Answer> {
    const answer = new Promise<Answer>((resolve) => this.#worker.once("message", resolve));
    this.#worker.ref();
    this.#worker.postMessage(job);
    return Promise.race([answer, this.#failed]).finally(() => this.#worker.unref());
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }
}
