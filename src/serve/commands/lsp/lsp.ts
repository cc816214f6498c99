import type { Command, ExitCode, Invocation } from "../../../report/index.ts";

export const command: Command = {
  name: "lsp",
  summary: "the language server for editors: findings while typing, who decides a value, fixes",
  arguments: [],
  options: [{ name: "stdio", summary: "speak on standard input and output, as editors ask for it; there is no other way" }],
  formats: ["text"],
  examples: [{ command: "lsp --stdio", does: "what an editor starts; docs/editors.md shows how" }],
  run: runLsp,
};

/** Runs `lsp`: serves an editor until it sends `exit`. */
async function runLsp({ host }: Invocation): Promise<ExitCode> {
  return host.editor();
}
