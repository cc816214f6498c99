import { readdirSync } from "node:fs";
import { word } from "./names.mjs";

const text = (name) => `import { jsonDocument } from "../../report/json-document.ts";
import { NL, visible } from "../../report/style.ts";
import type { Command } from "../command.ts";

/** Fill in: summary, arguments, options, examples, and what it does. Its code is loaded when it is called. */
export const command: Command = {
  name: "${name}",
  summary: "say in a few words what it does",
  arguments: [{ name: "ENV", summary: "environments; none means all", optional: true, many: true }],
  options: [],
  formats: ["text", "json"],
  examples: [{ command: "${name} production", does: "say what this use gives" }],
  async run({ args, format, host }) {
    const text = \`${name}: \${args.length === 0 ? "every environment" : args.map(visible).join(", ")}\${NL}\`;
    host.stdout.write(format === "json" ? jsonDocument({ schema: "tierwright/${name.replace(" ", "-")}/v1", environments: args }) : text);
    return 0;
  },
};
`;

/** `kit verify` is kit/verify.ts; a word alone is about the whole repository. */
const fileOf = (words) => (words.length === 1 ? `repository/${words[0]}` : words.join("/"));

export function scaffold(name) {
  const words = name.split(/[ /]+/);
  if (words.length > 2) throw new Error(`a command has one or two words; '${name}' has ${words.length}`);
  for (const part of words) word(part, "a command");
  const families = readdirSync(new URL("../../src/commands/", import.meta.url), { withFileTypes: true });
  if (words.length === 1 && families.some((entry) => entry.isDirectory() && entry.name === words[0]))
    throw new Error(`'${words[0]}' is a family of commands; name one of it: '${words[0]} verb'`);
  const fill =
    "summary, arguments, options, examples, run; then npm run generate, a call of it in WORDS of test/compiler/run/secrets.test.ts and its situations in test/cli/situations.ts. Tests: npm test -- test/cli test/house test/compiler/run/secrets.test.ts";
  return { path: `src/commands/${fileOf(words)}.ts`, text: text(words.join(" ")), fill };
}
