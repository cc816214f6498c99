import type { Command } from "./command.ts";

export const command: Command = {
  name: "secrets check",
  summary: "which secret references are set; never their values, lengths or hashes",
  arguments: [{ name: "ENV", summary: "environments to look at (default: all)", optional: true, many: true }],
  options: [{ name: "run", summary: "also run the programs that references name" }],
  formats: ["text", "json"],
  examples: [
    {
      command: "secrets check production",
      does: "lists every reference with 'set' or why it is not; exit code 1 when one is missing",
    },
  ],
  async run(invocation) {
    const { runSecretsCheck } = await import("./run-secrets-check.ts");
    return runSecretsCheck(invocation);
  },
};
