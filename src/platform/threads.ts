import type { Worker } from "node:worker_threads";
import { builtEntry, executable } from "./beside.ts";

/** Returns the path of the built worker script; null if the code runs from its sources (tests), which then uses one thread. */
export const workerPath = (): string | null => builtEntry("worker.cjs");

/** Starts a worker thread with a built script. Loads node:worker_threads here, because most commands start no thread. */
export function startWorker(path: string, setup: unknown): Worker {
  const { Worker } = process.getBuiltinModule("node:worker_threads");
  const thread = executable()?.thread;
  return thread === undefined
    ? new Worker(path, { workerData: setup })
    : new Worker(thread, { eval: true, argv: [path], workerData: setup });
}

/**
 * A worker thread that starts its preparation when it is created, in parallel to the first reads of the main thread. It changes no file
 * before `work` is called.
 */
export class Thread<Setup, Job, Answer> {
  readonly #worker: Worker;
  readonly #failed: Promise<never>;

  constructor(path: string, setup: Setup) {
    this.#worker = startWorker(path, setup);
    this.#failed = failureOf(this.#worker);
    this.#worker.unref();
  }

  /** Sends one job and resolves to its answer. */
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

function failureOf(worker: Worker): Promise<never> {
  const failed = new Promise<never>((_, reject) => {
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`a worker thread ended early with code ${code}`)));
  });
  failed.catch(() => undefined); // the failure is reported to the caller that waits for an answer
  return failed;
}

/** A message to an `EndableThread`: a job, or the request to stop the current one. */
export type Order<Job> = { readonly job: Job } | { readonly stop: true };
/** A message from an `EndableThread`: the answer to its job, or a note during the job. */
export type Report<Answer, Note> = { readonly answer: Answer } | { readonly note: Note };

/** The message port of an `EndableThread`, as the code inside the thread uses it. */
export interface Orders<Job, Answer, Note = never> {
  on(event: "message", take: (order: Order<Job>) => void): unknown;
  postMessage(report: Report<Answer, Note>): void;
}

/** Time in milliseconds for a stopped job to end by itself before its thread is ended. */
const FAREWELL = 1_000;

/**
 * A worker thread for jobs that possibly never end by themselves (an endless loop, a regular expression that runs for hours). The calling
 * thread continues, and ends a worker whose stopped job does not end. The worker runs one job after another and keeps its caches.
 */
export class EndableThread<Job, Answer, Note = never> {
  #worker: { readonly thread: Worker; readonly failed: Promise<never> } | null = null;
  /** Resolves when the previous job has ended, or its thread was terminated. */
  #free: Promise<void> = Promise.resolve();

  constructor(
    private readonly start: () => Worker,
    private readonly note: (note: Note) => void = () => undefined,
    private readonly farewell = FAREWELL,
  ) {}

  /**
   * Runs a job when all earlier jobs have ended.
   * @param limit Function that creates the signal to stop the job; called just before the job begins.
   * @returns The job's answer; null as soon as the signal stops the job.
   */
  work(job: Job, limit: () => AbortSignal): Promise<Answer | null> {
    const turn = this.#free.then(() => this.#do(job, limit()));
    const done = turn.then(({ ended }) => ended);
    this.#free = done.catch(() => undefined);
    return turn.then(({ answer }) => answer);
  }

  async #do(job: Job, signal: AbortSignal): Promise<{ readonly answer: Answer | null; readonly ended: Promise<void> }> {
    const ended = Promise.resolve();
    if (signal.aborted) return { answer: null, ended };
    const { thread, failed } = this.#started();
    const answered = new Promise<Answer>((resolve) => {
      const take = (report: Report<Answer, Note>): void => {
        if ("note" in report) {
          if (!signal.aborted) this.note(report.note);
          return;
        }
        thread.off("message", take);
        resolve(report.answer);
      };
      thread.on("message", take);
    });
    const stopped = new Promise<null>((resolve) => signal.addEventListener("abort", () => resolve(null), { once: true }));
    thread.postMessage({ job } satisfies Order<Job>);
    const finished = Promise.race([answered, failed]).catch((error: unknown) => {
      this.#worker = null;
      throw error;
    });
    const answer = await Promise.race([finished, stopped]);
    if (answer !== null) return { answer, ended };
    thread.postMessage({ stop: true } satisfies Order<Job>);
    return { answer, ended: this.#end(thread, finished) };
  }

  #started(): { readonly thread: Worker; readonly failed: Promise<never> } {
    if (this.#worker === null) {
      const thread = this.start();
      thread.setMaxListeners(0);
      this.#worker = { thread, failed: failureOf(thread) };
    }
    return this.#worker;
  }

  async #end(thread: Worker, finished: Promise<unknown>): Promise<void> {
    const late = new Promise<"late">((resolve) => setTimeout(() => resolve("late"), this.farewell).unref());
    if ((await Promise.race([finished.catch(() => null), late])) !== "late") return;
    this.#worker = null;
    await thread.terminate();
  }

  /** Ends the thread at once, whatever its job is doing. */
  async stop(): Promise<void> {
    const thread = this.#worker?.thread;
    this.#worker = null;
    await thread?.terminate();
  }
}
