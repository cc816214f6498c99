import { word } from "./names.mjs";

const text = (name) => `import type { Command } from "../command.ts";

/** Fill in: summary, arguments, options, examples, and what it does. Its code is loaded when it is called. */
export const command: Command = {
  name: "${name}",
  summary: "say in a few words what it does",
  arguments: [{ name: "ENV", summary: "environments; none means all", optional: true, many: true }],
  options: [],
  formats: ["text"],
  examples: [{ command: "${name} production", does: "say what this use gives" }],
  async run({ args, host }) {
    host.stdout.write(\`${name}: \${args.length === 0 ? "every environment" : args.join(", ")}\\n\`);
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
  const fill = "summary, arguments, options, examples, run; then npm run generate";
  return { path: `src/commands/${fileOf(words)}.ts`, text: text(words.join(" ")), fill };
}
