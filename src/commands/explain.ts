import type { Command } from "./command.ts";

export const command: Command = {
  name: "explain",
  summary: "a rule's why, its remedy, a failing and a passing example",
  arguments: [{ name: "RULE", summary: "a rule's id, as findings show it (default: list all rules)", optional: true }],
  options: [],
  formats: ["text", "json"],
  examples: [
    { command: "explain tier/half-switch", does: "why sign-in and file transfer must reach one tier, with an example of each" },
    { command: "explain", does: "lists every rule with its severity" },
  ],
  async run(invocation) {
    const { runExplain } = await import("./run-explain.ts");
    return runExplain(invocation);
  },
};
