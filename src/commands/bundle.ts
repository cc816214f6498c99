import type { Command } from "./command.ts";

export const command: Command = {
  name: "bundle",
  summary:
    "checks, then builds the swap bundle of one environment: a reproducible zip with sums, signature, SBOM, report and scripts",
  arguments: [{ name: "ENV", summary: "an environment" }],
  options: [
    { name: "settings", summary: "a settings bundle: only the pairs that make the environment, installed with the tool open" },
    { name: "out", value: "DIR", summary: "where bundle and sidecars go (default: dist/bundles in the repository)" },
    { name: "sign", value: "KEY", summary: "sign the manifest with this RSA key (PKCS#8 PEM, 2048 bits or more)" },
    {
      name: "sign-command",
      value: "CMD",
      summary:
        "sign with a program, for a key that cannot leave its module: it gets the manifest on standard input and prints the signature",
    },
    { name: "key", value: "PUB", summary: "the public key that the new signature has to hold with (PEM)" },
    { name: "serial", value: "N", summary: "the bundle's serial (default: SOURCE_DATE_EPOCH, else the commit's time)" },
  ],
  formats: ["text", "json"],
  examples: [
    { command: "bundle production", does: "writes dist/bundles/production-2506.zip and its sidecars" },
    {
      command: "bundle production --settings --sign signing.key",
      does: "builds and signs the bundle that switches the environment only",
    },
  ],
  async run(invocation) {
    const { runBundle } = await import("./run-bundle.ts");
    return runBundle(invocation);
  },
};
