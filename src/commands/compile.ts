import { resolve } from "node:path";
import type { Command } from "./command.ts";
import { RUN_OPTIONS } from "./run-options-table.ts";

export const command: Command = {
  name: "compile",
  summary: "checks, then writes the artifacts of every environment that may be used",
  arguments: [{ name: "ENV", summary: "environments to compile (default: all)", optional: true, many: true }],
  options: [
    ...RUN_OPTIONS,
    { name: "out", value: "DIR", summary: "where the environments' folders go (default: dist in the repository)" },
    { name: "with-secrets", summary: "write the values of secrets instead of placeholders; runs programs that the YAML names" },
  ],
  formats: ["text", "json"],
  examples: [
    { command: "compile", does: "writes dist/<environment>/ for each environment without an error and with an open gate" },
    { command: "compile pilot --out C:\\temp\\pilot", does: "compiles one environment into a folder of your own" },
  ],
  async run(invocation) {
    const { runAndReport } = await import("./run-command.ts");
    const out = invocation.options.get("out");
    return runAndReport(invocation, {
      folder: out === undefined ? resolve(invocation.directory, "dist") : resolve(invocation.host.cwd, out),
      shown: out ?? "dist",
      withSecrets: invocation.options.has("with-secrets"),
    });
  },
};
