import type { Command } from "./command.ts";

export const command: Command = {
  name: "rehearse",
  summary: "plays the whole life of a bundle in a scratch tree: install, upgrade, power cuts, recovery, switch, rollback",
  arguments: [{ name: "FILE", summary: "a swap bundle (.zip)" }],
  options: [
    { name: "from", value: "OLD", summary: "the bundle that workstations have now (default: a stand-in made of FILE)" },
    { name: "key", value: "PUB", summary: "public key (PEM) that the bundles must be signed with" },
  ],
  formats: ["text", "json"],
  examples: [
    {
      command: "rehearse dist/bundles/production-2506.zip",
      does: "shows what a workstation would go through, and proves each step",
    },
    { command: "rehearse production-2606.zip --from production-2506.zip", does: "rehearses the upgrade of a fleet" },
  ],
  async run(invocation) {
    const { runRehearse } = await import("./run-rehearse.ts");
    return runRehearse(invocation);
  },
};
