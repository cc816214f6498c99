import type { Command } from "./command.ts";
import { PLACE_OPTIONS } from "./deploy-options.ts";

export const command: Command = {
  name: "rollback",
  summary: "goes back to what the last deploy replaced: the plug-in folder and both files together",
  arguments: [],
  options: [
    ...PLACE_OPTIONS,
    { name: "what-if", summary: "say what would be undone, and write nothing" },
    { name: "list", summary: "only list the receipts: what stood when, what stands, what a rollback would undo" },
    { name: "receipt-copy", value: "DIR", summary: "also put the receipt there, for example on a share" },
  ],
  formats: ["text", "json"],
  examples: [
    { command: "rollback", does: "undoes the last swap or settings switch of the installation on this workstation" },
    { command: "rollback --what-if", does: "says what that would be" },
  ],
  async run(invocation) {
    const { runRollback } = await import("./run-rollback.ts");
    return runRollback(invocation);
  },
};
