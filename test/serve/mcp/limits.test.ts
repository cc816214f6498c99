import { setTimeout as later } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Serving } from "../../../src/platform/host.ts";
import { LONGEST_DOCUMENT } from "../../../src/serve/mcp/answer.ts";
import { shorten } from "../../../src/serve/mcp/shorten.ts";
import { exampleRepository } from "../../support/repository.ts";
import { connect, structured, textOf } from "./client.ts";

/** A command of ours in place of the tool's. */
const serving = (run: Serving["run"]): Pick<Serving, "run"> => ({ run });
const document = (more: object) => JSON.stringify({ schema: "tierwright/findings/v1", ...more });

test("an answer that is too long is the beginning of each list, and says what is left out and how to ask for it", async () => {
  const findings = Array.from({ length: 5_000 }, (_, i) => ({ rule: "x", message: `finding ${i} `.repeat(5) }));
  const { call } = await connect(
    exampleRepository(),
    serving(async (_, host) => {
      host.stdout.write(document({ findings, summary: { errors: 5_000 } }));
      return 1;
    }),
  );
  const result = await call("check");
  const { document: made, leftOut } = structured(result);
  expect(JSON.stringify(made).length).toBeLessThanOrEqual(LONGEST_DOCUMENT);
  expect(JSON.stringify(made).length).toBeGreaterThan(LONGEST_DOCUMENT * 0.9);
  expect(made.findings).toEqual(findings.slice(0, made.findings.length));
  expect(made.summary).toEqual({ errors: 5_000 });
  expect(leftOut).toEqual([`/findings: the first ${made.findings.length} of 5000 elements`]);
  expect(textOf(result)).toContain("for the rest name fewer environments");
  expect(textOf(result)).toContain(leftOut[0]);
});

test("whatever the document is, what is left of it fits, and nothing is left out silently", () => {
  const anything = fc.jsonValue({ maxDepth: 6 });
  fc.assert(
    fc.property(anything, fc.integer({ min: 200, max: 2_000 }), (value, limit) => {
      const made = shorten(value, limit);
      const whole = JSON.stringify(value).length <= limit;
      expect(made.leftOut.length > 0).toBe(!whole);
      if (whole) expect(made.document).toBe(value);
    }),
    { numRuns: 100 },
  );
});

test("one text that is too long is shortened, and so is a list of lists", () => {
  const long = shorten({ a: "x".repeat(100_000) }, 10_000);
  expect(long.leftOut).toEqual(["/a: the first 4000 of 100000 characters"]);
  const deep = shorten(
    { a: Array.from({ length: 90 }, () => ({ b: Array.from({ length: 90 }, () => "y".repeat(50)) })) },
    10_000,
  );
  expect(JSON.stringify(deep.document).length).toBeLessThanOrEqual(10_000);
  expect(deep.leftOut.length).toBeLessThanOrEqual(21);
});

test("what a command says on standard error is in the answer", async () => {
  const { call } = await connect(
    exampleRepository(),
    serving(async (_, host) => {
      host.stderr.write("tierwright: something that one should know\n");
      host.stdout.write(document({}));
      return 0;
    }),
  );
  expect(structured(await call("check")).says).toEqual(["something that one should know"]);
});

test("a fault of the tool is an error with its words, and the server goes on", async () => {
  const { words } = await connect(
    exampleRepository(),
    serving(async (_, host) => {
      host.stderr.write("tierwright: internal error (x)\n");
      return 4;
    }),
  );
  expect(await words("check")).toBe("internal error (x)\n(tierwright check: exit code 4)");
  expect(await words("check")).toContain("exit code 4");
});

/** A server that never answers, and a command that asks it; `began` and `ended` say when. */
function hanging() {
  let begin: () => void = () => undefined;
  let end: (why: string) => void = () => undefined;
  const began = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const ended = new Promise<string>((resolve) => {
    end = resolve;
  });
  const run: Serving["run"] = async (argv, host) => {
    if (argv[0] !== "probe") {
      host.stdout.write(document({}));
      return 0;
    }
    begin();
    const request = {
      method: "GET",
      url: "http://x/",
      headers: {},
      body: null,
      via: [],
      ca: null,
      patience: 1,
      largest: 1,
    } as const;
    await host.exchange(request).catch((error: Error) => end(error.message));
    return 2;
  };
  return { run, began, ended, machine: { exchange: () => new Promise<never>(() => undefined) } };
}

test("a refusal that says its reasons in a document alone is told with it", async () => {
  const { call } = await connect(
    exampleRepository(),
    serving(async (_, host) => {
      host.stdout.write(document({ findings: [{ message: "it is half-switched" }] }));
      return 2;
    }),
  );
  const result = await call("check");
  expect([result.isError, textOf(result)]).toEqual([true, expect.stringContaining("it is half-switched")]);
});

test("a call that takes too long is stopped, and said; its command comes to its end", async () => {
  const { run, ended, machine } = hanging();
  const { words } = await connect(exampleRepository(), { patience: 20, run, machine });
  expect(await words("probe", { environment: "demo" })).toContain("probe took longer than 0.02 seconds and was stopped");
  expect(await ended).toBe("the call was stopped");
  expect(await words("check")).toContain("exit code 0");
});

test("a call that is cancelled ends its command and is not answered; the next one is", async () => {
  const { run, began, ended, machine } = hanging();
  const { client, call, fake } = await connect(exampleRepository(), { run, machine });
  const cancel = new AbortController();
  const asked = client.callTool({ name: "probe", arguments: { environment: "demo" } }, undefined, { signal: cancel.signal });
  const rejected = expect(asked).rejects.toThrow();
  await began;
  cancel.abort();
  await rejected;
  expect(await ended).toBe("the call was stopped");
  expect((await call("check")).isError).toBeUndefined();
  expect(fake.err()).toContain("probe: cancelled");
});

test("calls run one after another, in the order they were asked for", async () => {
  const log: string[] = [];
  const { call } = await connect(
    exampleRepository(),
    serving(async (argv, host) => {
      log.push(`begin ${argv[0]}`);
      await later(1);
      log.push(`end ${argv[0]}`);
      host.stdout.write(document({}));
      return 0;
    }),
  );
  await Promise.all([call("check"), call("diagnose", { text: "x" }).catch(() => undefined), call("check")]);
  expect(log).toEqual(["begin check", "end check", "begin diagnose", "end diagnose", "begin check", "end check"]);
});

test("a client that asks for more than it can use is told", async () => {
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const { call } = await connect(
    exampleRepository(),
    serving(async (_, host) => {
      await gate;
      host.stdout.write(document({}));
      return 0;
    }),
  );
  const all = Array.from({ length: 80 }, () => call("check"));
  const last = await (all.at(-1) as ReturnType<typeof call>);
  expect([last.isError, textOf(last)]).toEqual([true, expect.stringContaining("too many calls are waiting")]);
  open();
  const answers = await Promise.all(all);
  expect(answers.filter(({ isError }) => !isError).length).toBeGreaterThan(60);
});

test("standard input is the client's: a command that would read it is refused", async () => {
  const { words } = await connect(
    exampleRepository(),
    serving(async (_, host) => {
      await host.input().catch((error: Error) => host.stderr.write(error.message));
      return 2;
    }),
  );
  expect(await words("check")).toContain("standard input and output are the client's");
});
