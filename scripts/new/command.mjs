import { existsSync, readdirSync } from "node:fs";
import { word } from "./names.mjs";

const text = (name) => `import { type Command, NL, printResult, visible } from "../../../report/index.ts";

/** Fill in: summary, group and short line of the overview, arguments, options, examples, and what it does. Its code is loaded when somebody runs it. */
export const command: Command = {
  name: "${name}",
  summary: "say in a few words what it does",
  group: "Tools",
  short: "says it in fewer than 50 characters",
  arguments: [{ name: "ENV", summary: "environments; none means all", optional: true, many: true }],
  options: [],
  formats: ["text", "json"],
  examples: [{ command: "${name} production", does: "say what this use gives" }],
  async run(invocation) {
    printResult(invocation, { schema: "tierwright/${name.replace(" ", "-")}/v1", environments: invocation.args }, environmentsText);
    return 0;
  },
};

/** Writes the text, a view of the document alone; its place is the slice's views/. */
const environmentsText = ({ environments }: { readonly environments: readonly string[] }): string =>
  \`${name}: \${environments.length === 0 ? "every environment" : environments.map(visible).join(", ")}\${NL}\`;
`;

const SLICES = new URL("../../src/", import.meta.url);

/** Returns the slices that have commands. */
const slices = () =>
  readdirSync(SLICES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(new URL(`${entry.name}/commands/`, SLICES)))
    .map(({ name }) => name);

/**
 * Returns the scaffold of a command: `deploy/bundle/verify` is `bundle verify` in src/deploy/commands/bundle/verify.ts, `deploy/plan` is
 * plan/plan.ts.
 */
export function scaffold(name) {
  const [slice, ...words] = name.split("/");
  if (!slices().includes(slice) || words.length < 1 || words.length > 2)
    throw new Error(
      `a command is named SLICE/WORD or SLICE/FAMILY/VERB, and a slice is one of ${slices().join(", ")}; '${name}' is not`,
    );
  for (const part of words) word(part, "a command");
  const fill =
    "summary, group, short, arguments, options, examples, run; then npm run generate, a call of it in WORDS of test/compiler/run/secrets.test.ts and its situations in test/cli/situations.ts. Tests: npm test -- test/cli test/house test/compiler/run/secrets.test.ts";
  const file = `${words[0]}/${words.at(-1)}.ts`;
  return { path: `src/${slice}/commands/${file}`, text: text(words.join(" ")), fill };
}
