import type { Command } from "./command.ts";

export const command: Command = {
  name: "kit diff",
  summary: "what differs between the kits of two releases: keys and defaults, jars, Java, profile, and what a swap would carry",
  arguments: [
    { name: "OLD", summary: "the release that is installed now" },
    { name: "NEW", summary: "the release that shall replace it" },
  ],
  options: [],
  formats: ["text", "json"],
  examples: [
    { command: "kit diff 2506 2606", does: "from base files and locks alone; the kits need not be here" },
    { command: "kit diff 2506 2606 --format json", does: "the same for programs: every key, jar and file, with whole hashes" },
  ],
  async run(invocation) {
    const { runKitDiff } = await import("./run-kit-diff.ts");
    return runKitDiff(invocation);
  },
};
