import { wrongUse } from "../../../kernel/index.ts";
import { type Command, type ExitCode, type Invocation, NL, familyOf, findCommand } from "../../../report/index.ts";
import { commandHelp, familyHelp } from "../../help.ts";
import { pageList, pathOf, recipeList, textOf, unknownTopic } from "../../topics.ts";

export const command: Command = {
  name: "help",
  summary: "describes a command, or prints a page of the documentation; without a word, lists the pages",
  group: "Tools",
  short: "describes a command, prints a page",
  arguments: [{ name: "TOPIC", summary: "a command, a page, a recipe, or recipes for their list", optional: true, many: true }],
  options: [],
  formats: ["text"],
  examples: [
    { command: "help kit import", does: "describes the command" },
    { command: "help rollout", does: "prints the page rollout.md" },
    { command: "help plan.md", does: "prints the page, where a command has the same name" },
  ],
  run: runHelp,
};

/** Returns the line that names the documentation page with the same name as a command; "" if there is no such page. */
const pageLine = (word: string): string =>
  pathOf(word) === null ? "" : `${NL}\`tierwright help ${word}.md\` prints the page about it${NL}`;

/** Throws a Refusal if words follow the complete name of a command, family or page. */
function refuseMore(args: readonly string[], known: string): void {
  const more = args[known.split(" ").length];
  if (more !== undefined) throw wrongUse(`unexpected word after help ${known}: '${more}'`, `use \`tierwright help ${known}\``);
}

/** Returns the description of a command or family; null if the words name none. Throws a Refusal for an unknown verb of a family. */
async function describe({ args, commands, host }: Invocation): Promise<string | null> {
  const [first = ""] = args;
  const { width } = host.stdout;
  const family = familyOf(args, commands);
  if (family.length > 0) return familyHelp(first, family, width) + pageLine(first);
  if (!commands.some(({ name }) => name === first || name.startsWith(`${first} `))) return null;
  const { command: found } = await findCommand(args, commands).load();
  refuseMore(args, found.name);
  return commandHelp(found, width) + pageLine(found.name);
}

/** Runs `help`. Returns exit code 0; 2 for a word that is no name of a command, family or page. */
async function runHelp(invocation: Invocation): Promise<ExitCode> {
  const { args, host, commands } = invocation;
  const [word] = args;
  if (word === undefined) {
    host.stdout.write(pageList(host.stdout.width));
    return 0;
  }
  const description = await describe(invocation);
  if (description !== null) {
    host.stdout.write(description);
    return 0;
  }
  const path = pathOf(word);
  if (path === null && word !== "recipes") throw unknownTopic(args.join(" "), commands);
  refuseMore(args, word);
  host.stdout.write(path === null ? recipeList() : Buffer.from(textOf(path)));
  return 0;
}
