import type { Command } from "./command.ts";
import { PLACE_OPTIONS } from "./deploy-options.ts";

export const command: Command = {
  name: "deploy",
  summary: "installs a bundle: the whole plug-in folder and both files as one unit, or everything as it was",
  arguments: [{ name: "FILE", summary: "a swap or settings bundle (.zip); left out with --verify", optional: true }],
  options: [
    ...PLACE_OPTIONS,
    { name: "client-file", value: "FILE", summary: "the client file, where it is not the one that the bundle names" },
    { name: "key", value: "PUB", summary: "public key (PEM) that the bundle must be signed with; later bundles are held to it" },
    { name: "verify", summary: "install nothing: compare what lies there with the newest receipt" },
    { name: "what-if", summary: "say what would be done, and write nothing" },
    { name: "stage", summary: "only put the new folder beside the old one; the tool may stay open" },
    { name: "accept-drift", summary: "replace values that somebody changed on this machine" },
    { name: "switch-environment", summary: "allow a bundle of another environment than the one that is installed" },
    { name: "allow-downgrade", value: "REASON", summary: "allow an older bundle; the receipt keeps the reason" },
    { name: "receipt-copy", value: "DIR", summary: "also put the receipt there, for example on a share" },
  ],
  formats: ["text", "json"],
  examples: [
    {
      command: "deploy production-2606.zip --key release.pub.pem",
      does: "swaps the release on this workstation; the tool must be closed",
    },
    { command: "deploy pilot-settings.zip", does: "switches both files to the pilot's addresses; the tool may be open" },
    { command: "deploy production-2606.zip --root scratch", does: "does the same below a folder, on any system" },
    { command: "deploy --verify", does: "proves that what lies there is what the last receipt says" },
  ],
  async run(invocation) {
    const { runDeploy } = await import("./run-deploy.ts");
    return runDeploy(invocation);
  },
};
