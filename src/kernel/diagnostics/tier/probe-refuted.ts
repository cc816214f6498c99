import { defineDiagnostic } from "../../diagnostic/define.ts";
import { words } from "../../diagnostic/text.ts";
import { type ProbeArgs, probeWords } from "./probe-words.ts";

const ENVIRONMENT = "environments/demo/environment.yaml";
const DOUBLED = { file: ENVIRONMENT, replace: "https://plm.example.com:8443/tc", with: "https://plm.example.com:8443/tc/tc" };

export const probeRefuted = defineDiagnostic({
  id: "tier/probe-refuted",
  severity: "error",
  title: "the running tier is not what the environment relies on",
  why: "`tierwright probe` asks the tier itself, at the addresses that would be installed. What it refutes fails on every workstation that gets this environment, and mostly with a message that names another cause.",
  remedy: "Do what the probe says; docs/probe.md tells what each one proves and what not.",
  clauses: ["F3"],
  message: (args: ProbeArgs) => probeWords(args, words("is refuted")),
  fails: { ...DOUBLED, options: { probe: true }, beside: ["tier/context-root"] },
  passes: [{ file: ENVIRONMENT, replace: "transport: http", with: "transport: http # not probed" }],
});
