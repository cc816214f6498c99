import { expect, test } from "vitest";
import { COMMANDS } from "../../src/cli/registry.ts";
import { below, read } from "./project.ts";

/* A command that a text tells to run names its required arguments: typed without them, it ends with 2. */

/** Texts that speak of a command as a thing, and do not tell to run it: file and command. */
const SPOKEN_OF = [
  "src/compiler/rules/idp/shared-client.ts: idp apply",
  "src/serve/page/probes.ts: probe",
  "src/kernel/diagnostics/tier/probe-refuted.ts: probe",
];

test("every command in a text names as many arguments as it requires", async () => {
  const all = (await Promise.all(COMMANDS.map((entry) => entry.load()))).map(({ command }) => command);
  const longestFirst = all.toSorted((a, b) => b.name.length - a.name.length);
  let judged = 0;
  const lacking = below("src", /(?<!\.generated)\.ts$/).flatMap((path) => {
    const text = read(path).replace(/^\s*(?:\*|\/\*|\/\/).*$/gm, "");
    return [...text.matchAll(/(?:`|code>)tierwright ([a-z][^`\n]*?)\\?(?:`|<\/code)/g)].flatMap(([, line = ""]) => {
      const words = line.replace(/\$\{[^}]*\}/g, "X");
      const command = longestFirst.find(({ name }) => `${words} `.startsWith(`${name} `));
      // files are made by `init`, and nobody is told to run it without a folder by these words
      if (!command || command.name === "init") return [];
      judged += 1;
      const valued = new Set(command.options.filter(({ value }) => value).map(({ name }) => `--${name}`));
      const rest = words.slice(command.name.length).split(" ").filter(Boolean);
      const given = rest.filter((word, i) => !word.startsWith("-") && !valued.has(rest[i - 1] ?? ""));
      const required = command.arguments.filter(({ optional }) => !optional);
      return given.length < required.length ? [`${path}: ${command.name}`] : [];
    });
  });
  expect(judged).toBeGreaterThan(100);
  expect(lacking.toSorted()).toEqual(SPOKEN_OF.toSorted());
});
