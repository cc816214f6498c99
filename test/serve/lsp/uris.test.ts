import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { Session } from "../../../src/serve/lsp/session.ts";
import { pathOf } from "../../../src/serve/lsp/uri.ts";
import { harmOf } from "../../report/hostile-text.ts";
import { fakeHost } from "../../support/host.ts";
import { exampleRepository } from "../../support/repository.ts";
import { eachNth } from "../../support/runs.ts";
import { NO_FILES, NO_TEXTS } from "./uris.ts";

const START = { line: 0, character: 0 };
const shortened = (uri: unknown) => String(JSON.stringify(uri)).slice(0, 60);

describe("texts that are no file of this machine", () => {
  const folder = exampleRepository();
  const logged: string[] = [];
  const published: string[] = [];
  const session = new Session(
    {
      open: () => [...NO_FILES, ...NO_TEXTS].map((uri) => ({ uri: uri as string, text: "a: [\n", version: 1 })),
      publish: (uri) => void published.push(uri),
      log: (message) => void logged.push(message),
    },
    fakeHost({ cwd: folder }).host,
  );

  test.each(eachNth(4, [...NO_FILES, ...NO_TEXTS]).map((uri) => [shortened(uri), uri as string]))(
    "[E1] %s: nothing is found, nothing fails",
    async (_, uri) => {
      logged.length = 0;
      await session.check(uri);
      expect(await session.hover(uri, START)).toBe(null);
      expect(await session.definition(uri, START)).toEqual([]);
      expect(await session.actions(uri, { start: START, end: START })).toEqual([]);
      // why a text is not looked at is told, except where that is nothing odd
      const { path, ...rest } = pathOf(uri);
      expect(logged.length).toBe(path === null && "why" in rest && rest.why !== null ? 1 : 0);
      for (const words of logged) {
        expect(words).toMatch(/ is not checked: it (is|holds) /);
        expect([harmOf(words), words.length < 400]).toEqual([null, true]);
      }
      expect(published).toEqual([]);
    },
  );

  test("[E1] a file of a repository is checked beside them, and after them", async () => {
    await session.check(pathToFileURL(join(folder, "environments/demo/environment.yaml")).href);
    expect(logged.filter((words) => words.startsWith("the check failed"))).toEqual([]);
    expect(await session.actions("file:///%zz", { start: START, end: START })).toEqual([]);
  });
});

test("[E1] a path that a system can have and that is not looked up is not called impossible", () => {
  for (const length of [4_097, 12_000, 32_767]) {
    const { path, ...rest } = pathOf(`file:///${"a/".repeat(length / 2)}b`);
    expect([path, rest]).toEqual([null, { why: "it is longer than 4096 characters, the longest path that is looked up" }]);
  }
});

test.runIf(process.platform !== "win32")("[E1] an ordinary name is read as it is written, encoded or not", () => {
  expect(pathOf("file:///a%20b/%C3%BC%25.yaml")).toEqual({ path: "/a b/ü%.yaml" });
  expect(pathOf("file://localhost/a")).toEqual({ path: "/a" });
  expect(pathOf("FILE:///a")).toEqual({ path: "/a" });
});
