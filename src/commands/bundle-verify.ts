import type { Command } from "./command.ts";

export const command: Command = {
  name: "bundle verify",
  summary: "proves every byte of a bundle against its manifest, and the signature with --key; nothing is written",
  arguments: [{ name: "FILE", summary: "a bundle; the signature FILE.sig beside it is found by itself" }],
  options: [{ name: "key", value: "PUB", summary: "the public key that it has to be signed with (PEM)" }],
  formats: ["text", "json"],
  examples: [
    { command: "bundle verify dist/bundles/production-2506.zip", does: "names every fault, or says that every byte is proven" },
    {
      command: "bundle verify production-2506.zip --key signing.pub",
      does: "refuses it when it is unsigned or signed by somebody else, too",
    },
  ],
  async run(invocation) {
    const { runBundleVerify } = await import("./run-bundle-verify.ts");
    return runBundleVerify(invocation);
  },
};
