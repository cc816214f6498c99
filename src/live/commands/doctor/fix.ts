import { commandInSentence, shellCommand, wrongUse } from "../../../kernel/index.ts";
import { join } from "node:path";
import { bundleNames } from "../../../deploy/index.ts";
import type { Output } from "../../../platform/index.ts";
import { type Command, type ExitCode, type Invocation, NL } from "../../../report/index.ts";

/** Options of `deploy` that `doctor --fix` hands on as they were given. */
const HANDED_ON = ["root", "install", "accept-drift", "switch-environment"] as const;

const SILENT: Output = { write: () => undefined, color: false, width: null };

async function commandOf({ commands }: Invocation, name: string): Promise<Command> {
  const entry = commands.find((command) => command.name === name);
  if (!entry) throw new Error(`there is no command ${name}`);
  return (await entry.load()).command;
}

/** What cannot be fixed, before anything is looked at. */
export function refuseUnfixable({ options, format }: Invocation): void {
  if (!options.has("fix")) {
    const lone = ["accept-drift", "switch-environment"].find((name) => options.has(name));
    if (lone !== undefined) throw wrongUse(`--${lone} says what --fix may replace`, "add --fix, or leave it out");
    return;
  }
  if (options.has("from"))
    throw wrongUse("--fix cannot change an archive", "run it on the workstation, or install the settings bundle there");
  if (format !== "text")
    throw wrongUse("--fix tells its plan in text", "leave --format out; look again with --format json afterwards");
}

/**
 * What installing `bundle ENV --settings` does, and nothing else: the bundle is built in a folder of its own, its plan is shown, then it is
 * installed, each by the command of that name. Gives the exit code of the one that did not end well.
 */
export async function fix(invocation: Invocation, environment: string): Promise<ExitCode> {
  const { host, options } = invocation;
  return host.scratch("tierwright-fix-", async (folder) => {
    const bundle = await commandOf(invocation, "bundle");
    const making = new Map([
      ["settings", "true"],
      ["out", folder],
    ]);
    const made = await bundle.run({
      ...invocation,
      command: "bundle",
      args: [environment],
      options: making,
      quiet: true,
      host: { ...host, stdout: SILENT },
    });
    if (made !== 0) {
      host.stderr.write(
        `nothing is fixed: the settings bundle of ${environment} cannot be built; ${commandInSentence(shellCommand`tierwright bundle ${environment} --settings`)} says why${NL}`,
      );
      return made;
    }
    const zip = join(folder, bundleNames(environment, "", true).zip);
    const given = HANDED_ON.flatMap((name): readonly (readonly [string, string])[] => {
      const value = options.get(name);
      return value === undefined ? [] : [[name, value]];
    });
    const deploy = await commandOf(invocation, "deploy");
    const run = (more: readonly (readonly [string, string])[]) =>
      deploy.run({ ...invocation, command: "deploy", args: [zip], options: new Map([...given, ...more]), format: "text" });
    host.stdout.write(`the plan, which is that of installing the settings bundle of ${environment}:${NL}`);
    const planned = await run([["what-if", "true"]]);
    return planned === 0 ? run([]) : planned;
  });
}
