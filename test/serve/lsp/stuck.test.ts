import { Worker } from "node:worker_threads";
import { afterEach, expect, test } from "vitest";
import type { Diagnostic } from "vscode-languageserver";
import { EndableThread } from "../../../src/platform/threads.ts";
import { RemoteSession, type SessionThread } from "../../../src/serve/lsp/remote-session.ts";
import type { OpenText } from "../../../src/serve/lsp/session.ts";

/** A thread of a session whose check never ends while the text says "endless", and else finds what the text is. */
const SCRIPT = `
const { parentPort } = require("node:worker_threads");
parentPort.on("message", (order) => {
  if (order.stop) return;
  const { method, uri, open } = order.job;
  const text = open.find((one) => one.uri === uri)?.text ?? "";
  if (text === "endless" && method !== "complete") for (;;);
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
  const diagnostics = text === "" ? [] : [{ range, message: text }];
  if (method === "check" && text !== "clean") parentPort.postMessage({ note: { uri, diagnostics } });
  parentPort.postMessage({ answer: { value: method === "hover" ? { contents: text } : method === "complete" ? [{ label: text }] : [] } });
});`;

const running: SessionThread[] = [];
afterEach(() => Promise.all(running.splice(0).map((thread) => thread.stop())));

function editing() {
  const texts = new Map<string, OpenText>();
  const shown = new Map<string, readonly string[]>();
  const logged: string[] = [];
  const session = new RemoteSession(
    {
      open: () => [...texts.values()],
      publish: (uri, diagnostics: readonly Diagnostic[]) => {
        shown.set(
          uri,
          diagnostics.map(({ message }) => message as string),
        );
      },
      log: (message) => logged.push(message),
    },
    (note) => {
      const thread: SessionThread = new EndableThread(() => new Worker(SCRIPT, { eval: true }), note, 200);
      running.push(thread);
      return thread;
    },
    4_000, // a thread needs up to a second to start on a busy machine
  );
  const type = (uri: string, text: string): Promise<void> => {
    texts.set(uri, { uri, text, version: 1 });
    return session.check(uri);
  };
  return { session, shown, logged, type };
}

test("a text whose check never ends is told so at its place, and the session goes on with the next change", async () => {
  const { session, shown, logged, type } = editing();
  await type("file:///other.yaml", "a finding");
  expect(shown.get("file:///other.yaml")).toEqual(["a finding"]);
  await type("file:///site.yaml", "endless");
  expect(shown.get("file:///site.yaml")?.[0]).toContain("the check did not finish within 4 seconds and was stopped");
  expect(shown.get("file:///other.yaml")).toEqual([]);
  expect(logged).toEqual(["the check did not finish within 4 seconds and was stopped: file:///site.yaml"]);
  await type("file:///site.yaml", "clean");
  expect(shown.get("file:///site.yaml")).toEqual([]);
  expect(await session.hover("file:///site.yaml", { line: 0, character: 0 })).toEqual({ contents: "clean" });
});

test("a question that is asked while a check hangs is answered with nothing, and this thread is free all the time", async () => {
  const { session, type } = editing();
  let turns = 0;
  const turning = setInterval(() => turns++, 10);
  const stuck = type("file:///site.yaml", "endless");
  expect(await session.hover("file:///site.yaml", { line: 0, character: 0 })).toBeNull();
  await stuck;
  clearInterval(turning);
  expect(turns).toBeGreaterThan(20);
});

test("what can be typed is answered while a check hangs", async () => {
  const { session, type } = editing();
  let stuck = true;
  const check = type("file:///site.yaml", "endless").then(() => {
    stuck = false;
  });
  const items = await session.complete("file:///site.yaml", { line: 0, character: 0 });
  expect([items, stuck]).toEqual([[{ label: "endless" }], true]);
  await check;
});
