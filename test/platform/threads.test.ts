import { Worker } from "node:worker_threads";
import { afterEach, expect, test } from "vitest";
import { EndableThread } from "../../src/platform/threads.ts";

/** A thread that answers with what it is asked, and how many jobs it had; "endless" never ends, "slow" ends when it is asked to. */
const SCRIPT = `
const { parentPort } = require("node:worker_threads");
let jobs = 0;
let stop = () => {};
parentPort.on("message", async (order) => {
  if (order.stop) return stop();
  jobs++;
  if (order.job === "endless") for (;;);
  if (order.job === "crash") throw new Error("broken");
  if (order.job === "slow") await new Promise((resolve) => { stop = resolve; });
  parentPort.postMessage({ note: "at " + order.job });
  parentPort.postMessage({ answer: order.job + " " + jobs });
});`;

const made: EndableThread<string, string, string>[] = [];
afterEach(() => Promise.all(made.splice(0).map((thread) => thread.stop())));

function thread(farewell = 200) {
  const notes: string[] = [];
  let started = 0;
  const start = () => {
    started++;
    return new Worker(SCRIPT, { eval: true });
  };
  const endable = new EndableThread<string, string, string>(start, (note) => notes.push(note), farewell);
  made.push(endable);
  return { endable, notes, started: () => started };
}

const soon = () => AbortSignal.timeout(300);
const never = () => new AbortController().signal;

test("jobs are done one after another in one thread, which keeps what it learned", async () => {
  const { endable, notes, started } = thread();
  expect(await Promise.all([endable.work("a", never), endable.work("b", never)])).toEqual(["a 1", "b 2"]);
  expect([notes, started()]).toEqual([["at a", "at b"], 1]);
});

test("a job that never ends is ended with its thread; this thread answers meanwhile, and the next job has another", async () => {
  const { endable, started } = thread();
  const stuck = endable.work("endless", soon);
  let turns = 0;
  const turning = setInterval(() => turns++, 10);
  expect(await stuck).toBeNull();
  clearInterval(turning);
  expect(turns).toBeGreaterThan(5);
  expect(await endable.work("after", never)).toBe("after 1");
  expect(started()).toBe(2);
});

test("a job that ends when it is asked to leaves the thread as it is, and says nothing any more", async () => {
  // on a busy machine the thread may take long to begin and to come to its end
  const { endable, notes, started } = thread(30_000);
  expect(await endable.work("first", never)).toBe("first 1");
  expect(await endable.work("slow", soon)).toBeNull();
  expect(await endable.work("after", never)).toBe("after 3");
  expect([notes, started()]).toEqual([["at first", "at after"], 1]);
});

test("a job whose thread breaks fails, and the next one has another", async () => {
  const { endable, started } = thread();
  await expect(endable.work("crash", never)).rejects.toThrow("broken");
  expect(await endable.work("after", never)).toBe("after 1");
  expect(started()).toBe(2);
});

test("a job that was stopped before its turn is not begun", async () => {
  const { endable, started } = thread();
  expect(await endable.work("a", () => AbortSignal.abort())).toBeNull();
  expect(started()).toBe(0);
});
