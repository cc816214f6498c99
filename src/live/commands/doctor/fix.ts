import { commandInSentence, shellCommand, wrongUse } from "../../../kernel/index.ts";
import { join } from "node:path";
import { bundleNames } from "../../../deploy/index.ts";
import type { Output } from "../../../platform/index.ts";
import { type Command, type ExitCode, type Invocation, NL } from "../../../report/index.ts";

/** Options that `doctor --fix` passes on to `deploy` unchanged. */
const HANDED_ON = ["root", "install", "accept-drift", "switch-environment"] as const;

const SILENT: Output = { write: () => undefined, color: false, width: null };

async function commandOf({ commands }: Invocation, name: string): Promise<Command> {
  const entry = commands.find((command) => command.name === name);
  if (!entry) throw new Error(`there is no command ${name}`);
  return (await entry.load()).command;
}

/**
 * Throws a Refusal, before any check of doctor runs, for options that do not go together with --fix, and for options that need --fix and
 * are given without it.
 */
export function refuseUnfixable({ options, format }: Invocation): void {
  if (!options.has("fix")) {
    const lone = ["accept-drift", "switch-environment"].find((name) => options.has(name));
    if (lone !== undefined) throw wrongUse(`--${lone} says what --fix may replace`, "add --fix, or leave it out");
    return;
  }
  if (options.has("from"))
    throw wrongUse("--fix cannot change an archive", "run it on the workstation, or install the settings bundle there");
  if (format !== "text")
    throw wrongUse("--fix reports its plan in text", "omit --format; check again with --format json afterwards");
}

/**
 * Builds the settings bundle of an environment in a temporary folder, prints its deploy plan, then deploys it, as `bundle ENV --settings`
 * and `deploy` do.
 * @returns the exit code of the first command that failed, or that of the deploy.
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
