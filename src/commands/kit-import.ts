import type { Command } from "./command.ts";

export const command: Command = {
  name: "kit import",
  summary: "takes a vendor's kit in: base files, a lock of every file, and a drafted release.yaml where there is none",
  arguments: [{ name: "SOURCE", summary: "the vendor's archive (zip) or the folder it was unpacked to" }],
  options: [
    { name: "release", value: "R", summary: "name of the release: the folder releases/R" },
    { name: "plugin", value: "PATH", summary: "the plug-in folder inside the source, where several folders have a plugin.xml" },
    { name: "no-kit", summary: "write base files and lock only; the kit stays elsewhere (TIERWRIGHT_KITS says where)" },
    { name: "force", summary: "replace a release that was imported from another kit; its release.yaml stays" },
  ],
  formats: ["text", "json"],
  examples: [
    {
      command: "kit import PLM_Connector_2606.zip --release 2606",
      does: "writes releases/2606/ as a whole or not at all, and says what is dangerous in the kit; a hostile archive is refused with every reason",
    },
    {
      command: 'kit import "C:\\Kits\\PLM Connector" --release 2606 --no-kit',
      does: "the same from a folder, for a repository that does not hold its kits",
    },
  ],
  async run(invocation) {
    const { runKitImport } = await import("./run-kit-import.ts");
    return runKitImport(invocation);
  },
};
