import { resolve } from "node:path";
import { type Command, type ExitCode, FINDING_FORMS, type Invocation } from "../../../report/index.ts";
import { RUN_OPTIONS, runAndReport } from "./run.ts";

export const command: Command = {
  name: "compile",
  summary: "checks, then writes the artifacts of every environment that passes",
  group: "Every day",
  short: "writes the files of each environment",
  arguments: [{ name: "ENV", summary: "environments to compile (default: all)", optional: true, many: true }],
  options: [
    ...RUN_OPTIONS,
    { name: "out", value: "DIR", summary: "output folder (default: dist in the repository)" },
    { name: "with-secrets", summary: "write the values of secrets instead of placeholders; runs programs named in the YAML" },
  ],
  formats: FINDING_FORMS,
  examples: [
    { command: "compile", does: "writes dist/<environment>/ for each environment without an error and with an open gate" },
    { command: "compile pilot --out C:\\temp\\pilot", does: "compiles one environment into another folder" },
  ],
  run: runCompile,
};

function runCompile(invocation: Invocation): Promise<ExitCode> {
  const { directory, host, options } = invocation;
  const out = options.get("out");
  return runAndReport(invocation, {
    folder: out === undefined ? resolve(directory, "dist") : resolve(host.cwd, out),
    shown: out ?? "dist",
    withSecrets: options.has("with-secrets"),
  });
}
