import type { Worker } from "node:worker_threads";
import { builtEntry } from "./beside.ts";

/** The built worker; null when the code runs from its sources (tests), which then stays in one thread. */
export const workerPath = (): string | null => builtEntry("worker.cjs");

/** Starts a thread of a built file. The module is asked for here: most runs start no thread, and it takes two milliseconds of a start. */
export function startWorker(path: string, setup: unknown): Worker {
  return new (process.getBuiltinModule("node:worker_threads").Worker)(path, { workerData: setup });
}

/**
 * A worker thread that begins to get ready when it is made, so that its start overlaps with what this thread reads first.
 * It does nothing to any file before `work` is called.
 */
export class Thread<Setup, Job, Answer> {
  readonly #worker: Worker;
  readonly #failed: Promise<never>;

  constructor(path: string, setup: Setup) {
    this.#worker = startWorker(path, setup);
    this.#failed = failureOf(this.#worker);
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

function failureOf(worker: Worker): Promise<never> {
  const failed = new Promise<never>((_, reject) => {
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`a worker thread ended early with code ${code}`)));
  });
  failed.catch(() => undefined); // told to whoever waits for an answer
  return failed;
}

/** What a thread that can be ended is sent: a job, or the wish that the one in hand comes to its end. */
export type Order<Job> = { readonly job: Job } | { readonly stop: true };
/** What it sends: the answer to its job, or something that it says meanwhile. */
export type Report<Answer, Note> = { readonly answer: Answer } | { readonly note: Note };

/** The near end of such a thread, as the code in it sees it. */
export interface Orders<Job, Answer, Note = never> {
  on(event: "message", take: (order: Order<Job>) => void): unknown;
  postMessage(report: Report<Answer, Note>): void;
}

/** So long a job that was stopped may take to come to its end before its thread is ended under it, in milliseconds. */
const FAREWELL = 1_000;

/**
 * A thread for work that may never come to its end by itself (an endless loop, an expression that matches for hours): this thread goes on, and
 * the other one is ended. It does one job after another, and keeps what it learned for the next one as long as it lives.
 */
export class EndableThread<Job, Answer, Note = never> {
  #worker: { readonly thread: Worker; readonly failed: Promise<never> } | null = null;
  /** Resolves when the job before has come to its end, or its thread has. */
  #free: Promise<void> = Promise.resolve();

  constructor(
    private readonly start: () => Worker,
    private readonly note: (note: Note) => void = () => undefined,
    private readonly farewell = FAREWELL,
  ) {}

  /**
   * Does a job after those before it.
   *
   * @param limit Makes the signal that stops the job, when its turn has come.
   * @returns Its answer; null as soon as it was stopped.
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

  /** Ends the thread with whatever it does. */
  async stop(): Promise<void> {
    const thread = this.#worker?.thread;
    this.#worker = null;
    await thread?.terminate();
  }
}
