import { FILE_ROLES } from "../model/files.ts";
import type { Command } from "./command.ts";
import { FILE } from "./properties-options.ts";

export const command: Command = {
  name: "properties lint",
  summary: "the text rules on properties files as they lie: escapes, continuations, byte order marks, duplicate keys",
  arguments: [{ ...FILE, many: true }],
  options: [
    { name: "role", value: "ROLE", summary: "whose file it is: adds the rules of that reader", choices: FILE_ROLES },
    { name: "fix", summary: "apply the fixes that are safe, then look again" },
    { name: "fix-review", summary: "apply every fix; look at the change before you use the file" },
  ],
  formats: ["text", "json"],
  examples: [
    {
      command: "properties lint connector.properties --role connector",
      does: "what Java would really read of C:\\temp, and how to write it",
    },
    { command: "properties lint *.properties --format json", does: "findings for programs; exit code 1 when one is an error" },
  ],
  async run(invocation) {
    const { runLint } = await import("./run-properties-lint.ts");
    return runLint(invocation);
  },
};
