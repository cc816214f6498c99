import type { Command } from "./command.ts";

export const command: Command = {
  name: "kit verify",
  summary: "proves kits and base files against kit.lock.yaml, byte for byte",
  arguments: [{ name: "RELEASE", summary: "a folder below releases/ (default: all)", optional: true, many: true }],
  options: [],
  formats: ["text", "json"],
  examples: [
    {
      command: "kit verify",
      does: "every kit: changed, lost and extra files, files that Git LFS has not fetched, base files that are not the kit's",
    },
    {
      command: "kit verify 2606 --format json",
      does: "the same of one release, for a pipeline; exit code 1 when anything differs",
    },
  ],
  async run(invocation) {
    const { runKitVerify } = await import("./run-kit-verify.ts");
    return runKitVerify(invocation);
  },
};
