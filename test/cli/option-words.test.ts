import { expect, test } from "vitest";
import { COMMANDS } from "../../src/cli/registry.ts";

test("[D8] only a command that is given a bundle speaks of the one in the bundle", async () => {
  const speaking: string[] = [];
  for (const entry of COMMANDS) {
    const { command } = await entry.load();
    if (!command.options.some(({ summary }) => summary.includes("in the bundle"))) continue;
    speaking.push(entry.name);
    expect(command.arguments.map(({ summary }) => summary).join(), entry.name).toContain("bundle");
  }
  expect(speaking).toContain("deploy");
});
