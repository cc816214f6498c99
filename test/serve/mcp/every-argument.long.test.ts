import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { dispatch } from "../../../src/cli/dispatch.ts";
import { wrongUse } from "../../../src/kernel/diagnostic/refusal.ts";
import { recordingWorld } from "../../../src/platform/recording-world.ts";
import { inArguments } from "../../../src/serve/mcp/answer.ts";
import { callOf } from "../../../src/serve/mcp/arguments.ts";
import { TOOLS } from "../../../src/serve/mcp/tools.ts";
import type { Parameter } from "../../../src/serve/mcp/parameter.ts";
import { harmOf, HOSTILE } from "../../report/hostile-text.ts";
import { exampleRepository } from "../../support/repository.ts";
import { connect, textOf } from "./client.ts";

/** What a command line would read as something else than a value. */
const WORDS = [
  "-",
  "--",
  "--help",
  "-h",
  "--version",
  "-C/etc",
  "-C",
  "--directory=/etc",
  "--format=text",
  "--only",
  "--store=/etc",
  "@x",
  "",
  "\0",
  "a\0b",
  "x".repeat(5_000),
  HOSTILE,
];

/** A call with everything that the tool cannot do without, that its argument may be tried. */
const needed = (parameters: Readonly<Record<string, Parameter>>) =>
  Object.fromEntries(Object.entries(parameters).flatMap(([name, { required }]) => (required ? [[name, "demo"]] : [])));

/** A server that may look at captures; a recording is not begun in earnest. */
function connected(folder: string, tool: string) {
  const world = recordingWorld({ env: () => undefined, openGit: () => Promise.reject(new Error("no git")) });
  const recording = () =>
    tool === "record_start" ? Promise.reject(wrongUse("nothing is recorded here", null)) : Promise.resolve(world);
  return connect(folder, {
    allowRecord: true,
    run: (argv, host) => dispatch(argv, { ...host, recording }, resolve),
  });
}

/** The answer without commands that a person is to type. */
const withoutCommands = (text: string): string => text.replace(/`tierwright [^`]*`/g, "");

describe.each(TOOLS.map((tool) => [tool.name, tool] as const))("[G6] %s", (name, tool) => {
  test.each(Object.entries(tool.parameters))(
    "whatever '%s' is, it is a value",
    { timeout: 120_000 },
    async (argument, parameter) => {
      const folder = exampleRepository();
      const { call } = await connected(folder, name);
      for (const word of WORDS) {
        const list = parameter.kind === "words" || parameter.kind === "paths";
        const args = { ...needed(tool.parameters), [argument]: list ? [word] : word };
        const result = await call(name, args);
        const text = textOf(result);
        expect([word.slice(0, 20), text.slice(0, 3_000)]).toEqual([
          word.slice(0, 20),
          expect.not.stringMatching(/internal error|USAGE|Usage:|\n {4}at /),
        ]);
        expect(harmOf(text)).toBeNull();
        // an option of the command line is no argument of a client could give; one that was given is quoted
        if (result.isError && !word.startsWith("-")) expect(withoutCommands(text)).not.toMatch(/(?<![\w'-])--[a-z]/);
        let argv: readonly string[] = [];
        try {
          argv = callOf(tool, args, folder, () => null).argv;
        } catch {
          continue; // refused before a command line is made of it
        }
        const end = argv.indexOf("--");
        expect(argv.slice(0, end).filter((part) => part === word)).toEqual([]);
        if (parameter.kind !== "input")
          expect(argv.slice(end + 1)).not.toContain(word === "-" && parameter.kind === "paths" ? "-" : "\0");
      }
    },
  );

  test("names no option of the command line when it refuses", { timeout: 60_000 }, async () => {
    const { call } = await connected(exampleRepository(), name);
    const given = Object.keys(tool.parameters).flatMap((argument) =>
      ["nowhere", "tls/nothing", "9", ["nowhere"], ["tls/nothing", "x"]].map((value) => ({
        ...needed(tool.parameters),
        [argument]: value,
      })),
    );
    for (const args of [{}, needed(tool.parameters), ...given]) {
      const result = await call(name, args);
      if (result.isError)
        expect([args, withoutCommands(textOf(result))]).toEqual([args, expect.not.stringMatching(/(?<![\w'-])--[a-z]/)]);
    }
  });
});

test("[G6] an option in a command's words is the tool's argument; commands for a person and quoted values stay", () => {
  const probe = TOOLS.find(({ name }) => name === "probe");
  if (!probe) throw new Error("no probe");
  expect(inArguments(probe, "--only takes ids, --timeout SECONDS is a number, --profile NAME signs in")).toBe(
    "'only' takes ids, 'timeout' is a number, 'profile' (an option of the command line alone) signs in",
  );
  const same = "`tierwright mcp --root DIR` and '--only' and a--b and x=--y";
  expect(inArguments(probe, same)).toBe(same);
});

test("[G6] a file that is named '-' is a file", async () => {
  const { words } = await connect(exampleRepository({ "-": "Content is not allowed in prolog\n" }));
  expect(await words("diagnose", { files: ["-"] })).toContain("prolog");
  expect(await (await connect(exampleRepository())).words("diagnose", { files: ["-"] })).toMatch(
    /cannot be read: it does not exist/,
  );
});
