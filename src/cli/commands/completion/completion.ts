import bash from "../../../../completion/tierwright.bash";
import fish from "../../../../completion/tierwright.fish";
import powershell from "../../../../completion/tierwright.ps1";
import zsh from "../../../../completion/tierwright.zsh";
import type { Command, ExitCode, Invocation } from "../../../report/index.ts";

const SCRIPTS: ReadonlyMap<string, string> = new Map([
  ["bash", bash],
  ["zsh", zsh],
  ["fish", fish],
  ["powershell", powershell],
]);

export const command: Command = {
  name: "completion",
  summary: "the script with which a shell completes commands, options, environments, keys and rule ids",
  group: "Tools",
  short: "prints the completion script of a shell",
  arguments: [{ name: "SHELL", summary: "bash, zsh, fish or powershell", choices: [...SCRIPTS.keys()] }],
  options: [],
  formats: ["text"],
  examples: [
    { command: "completion bash", does: 'in ~/.bashrc: eval "$(tierwright completion bash)"' },
    { command: "completion powershell", does: "in $PROFILE: tierwright completion powershell | Out-String | Invoke-Expression" },
  ],
  run: runCompletion,
};

/** Runs `completion SHELL`: prints the shell's script, whose first lines say where to put it. */
async function runCompletion({ args, host }: Invocation): Promise<ExitCode> {
  host.stdout.write(Buffer.from(SCRIPTS.get(args[0] ?? "") ?? ""));
  return 0;
}
