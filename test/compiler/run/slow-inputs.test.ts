import { describe, expect, test } from "vitest";
import { readPage } from "../../../src/live/probe/support/html-page.ts";
import { patchesFor } from "../../../src/record/relay/patch/patch.ts";
import { EXAMPLE_SIGN_IN } from "../../../src/compiler/rules/sso/example-sign-in.ts";
import { cli } from "../../support/host.ts";
import { LONG, putBehind, putBehindValues, RUNS, SECONDS } from "../../support/long-runs.ts";
import { exampleRepository, writeFiles } from "../../support/repository.ts";
import { eachNth, first } from "../../support/runs.ts";

/** Runs a command on the example repository with a long run at one place, and returns how long it took, in seconds. */
async function secondsOf(argv: readonly string[], folder: string): Promise<number> {
  const before = performance.now();
  const { code, err } = await cli([...argv, "-C", folder]);
  expect(code, err).toBeLessThan(4);
  return (performance.now() - before) / 1000;
}

function signInRepository(): string {
  const folder = exampleRepository();
  writeFiles(folder, EXAMPLE_SIGN_IN);
  return folder;
}

describe("a run of 150,000 characters in a repository", () => {
  test.each([
    ["releases/2506/base/connector.properties", "\n", [" ", "\t", "\\", "=", "a=b "]],
    ["releases/2506/base/log4j2.xml", "<Configuration", [" ", "<!--", "a"]],
    ["environments/demo/sso.yaml", "https://idp.example.com:8443", ["/", ":"]],
    ["environments/site.yaml", "'C:\\Program Files\\{tool}", ["\\", "/", "."]],
    ["environments/demo/environment.yaml", "https://plm.example.com:8443/tc", ["/", "%", "."]],
    ["releases/2506/base/connector.properties", "CREATE_VALUE_PROPERTY_CONFIG=", ["a,\\\n", "a=,\\\n    ", "=\\\n"]],
  ])("[G5] in %s is checked at once", async (file, found, runs) => {
    for (const run of first(1, runs)) {
      const folder = signInRepository();
      putBehind(folder, file, found, run.repeat(LONG));
      expect(await secondsOf(["check"], folder), JSON.stringify(run)).toBeLessThan(SECONDS);
    }
  });
});

test.each(eachNth(3, RUNS))("[G5] a run of %j behind every value of every document is checked at once", async (run) => {
  const folder = signInRepository();
  const files = ["environments/demo/environment.yaml", "environments/demo/sso.yaml", "releases/2506/release.yaml"];
  for (const file of files) expect(putBehindValues(folder, file, run.repeat(20_000 / run.length)), file).toBeGreaterThan(0);
  expect(await secondsOf(["check"], folder)).toBeLessThan(SECONDS);
});

describe("what a server answers", () => {
  test.each([1_500, 200_000])("%d blanks in a refresh of a page are read at once", (blanks) => {
    const before = performance.now();
    const page = (content: string) => readPage(`<html><meta http-equiv="refresh" content="${content}"></html>`).refresh;
    expect(page(" ".repeat(blanks))).toBeNull();
    expect(page(`${" ".repeat(blanks)}0${" ".repeat(blanks)};${" ".repeat(blanks)}url=/next`)).toBe("/next");
    expect(page(`0;${" ".repeat(blanks)}`)).toBeNull();
    expect((performance.now() - before) / 1000).toBeLessThan(SECONDS);
  });

  test.each(["<a", "<a ", "<a '", '<a "', "<a <", "<!--"])("a page that is %j again and again is read at once", (piece) => {
    const before = performance.now();
    expect(readPage(piece.repeat(LONG)).forms).toEqual([]);
    expect((performance.now() - before) / 1000).toBeLessThan(SECONDS);
  });
});

describe("[G2] a relay that patches", () => {
  const tier = { secure: true, host: "plm.example.com", port: 8443, listen: "127.0.0.1:8080" };

  test.each(eachNth(3, [" ", "\t", " \t", "a ", ":", ",", "=", '"', "\r"]))("passes a head of 400 KB of %j on at once", (run) => {
    const long = run.repeat(400_000 / run.length);
    for (const head of [
      `GET /${long} HTTP/1.1`,
      `GET / HTTP/1.1\r\nX: ${long}x`,
      `GET / HTTP/1.1\r\nHost: ${long}x`,
      `1 1${long}`,
    ]) {
      const before = performance.now();
      const { c2s } = patchesFor(tier, [tier]);
      const text = Buffer.from(`${head}\r\n\r\n`, "latin1");
      const passed: Buffer[] = [];
      for (let at = 0; at < text.length; at += 1_400) passed.push(...c2s.take(text.subarray(at, at + 1_400)).bytes);
      passed.push(...c2s.end().bytes);
      expect(Buffer.concat(passed).length).toBeGreaterThanOrEqual(text.length - 400_000);
      expect((performance.now() - before) / 1000).toBeLessThan(SECONDS);
    }
  });
});
