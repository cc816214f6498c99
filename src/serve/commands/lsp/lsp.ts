import type { Command, ExitCode, Invocation } from "../../../report/index.ts";

export const command: Command = {
  name: "lsp",
  summary: "the language server for editors: findings while typing, the source of a value, fixes",
  group: "Tools",
  short: "serves editors: findings while typing",
  arguments: [],
  options: [{ name: "stdio", summary: "communicate on standard input and output, the only way that is supported" }],
  formats: ["text"],
  examples: [{ command: "lsp --stdio", does: "what an editor starts; `tierwright help editors` shows how" }],
  run: runLsp,
};

/** Runs `lsp`: serves an editor until it sends `exit`. */
async function runLsp({ host }: Invocation): Promise<ExitCode> {
  return host.editor();
}
