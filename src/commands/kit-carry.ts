import type { Command } from "./command.ts";

export const command: Command = {
  name: "kit carry",
  summary: "key by key what a swap of the release does to an environment's conf: carried, new, dropped, decided",
  arguments: [{ name: "ENV", summary: "an environment" }],
  options: [{ name: "to", value: "RELEASE", summary: "the release to swap to (default: the one that the environment names)" }],
  formats: ["text", "json"],
  examples: [
    { command: "kit carry production", does: "what compiling takes over from carryFrom, the conf that was installed before" },
    {
      command: "kit carry production --to 2606",
      does: "what would stay, come and go if the compiled conf of today were swapped to release 2606",
    },
  ],
  async run(invocation) {
    const { runKitCarry } = await import("./run-kit-carry.ts");
    return runKitCarry(invocation);
  },
};
