import { Worker } from "node:worker_threads";
import { afterAll, expect, test } from "vitest";
import { EndableThread } from "../../../src/platform/threads.ts";
import type { Outcome } from "../../../src/serve/mcp/answer.ts";
import type { CallJob } from "../../../src/serve/mcp/calls.ts";
import { exampleRepository } from "../../support/repository.ts";
import { connect, textOf } from "./client.ts";

/** A thread whose `check` never ends, as an expression that matches for hours would not, and whose `diagnose` answers. */
const SCRIPT = `
const { parentPort } = require("node:worker_threads");
parentPort.on("message", (order) => {
  if (order.stop) return;
  if (order.job.argv.includes("check")) for (;;);
  parentPort.postMessage({ answer: { code: 2, out: "", err: "answered by the thread" } });
});`;

const thread = new EndableThread<CallJob, Outcome>(() => new Worker(SCRIPT, { eval: true }));
afterAll(() => thread.stop());

test("a call that computes for ever is answered at its time limit; meanwhile the server answers, and afterwards it goes on", async () => {
  const { client, call, words } = await connect(exampleRepository(), { patience: 1_000, thread });
  const before = performance.now();
  const stuck = call("check");
  await client.ping();
  const tools = await client.listTools();
  expect(tools.tools.length).toBeGreaterThan(3);
  expect(performance.now() - before).toBeLessThan(900);
  const result = await stuck;
  expect(result.isError).toBe(true);
  expect(textOf(result)).toContain("check took longer than 1 seconds and was stopped");
  expect(performance.now() - before).toBeLessThan(1_900);
  expect(await words("diagnose", { text: "an error" })).toContain("answered by the thread");
});

test("a call that is cancelled while it computes for ever ends its thread", async () => {
  const { client, words } = await connect(exampleRepository(), { patience: 60_000, thread });
  const cancel = new AbortController();
  const stuck = client.callTool({ name: "check", arguments: {} }, undefined, { signal: cancel.signal });
  setTimeout(() => cancel.abort("enough"), 200);
  await expect(stuck).rejects.toThrow("enough");
  expect(await words("diagnose", { text: "an error" })).toContain("answered by the thread");
});
