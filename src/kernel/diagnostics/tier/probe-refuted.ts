import { defineDiagnostic } from "../../diagnostic/define.ts";
import { words } from "../../diagnostic/text.ts";
import { type ProbeArgs, probeWords } from "./probe-words.ts";

const ENVIRONMENT = "environments/demo/environment.yaml";
const DOUBLED = { file: ENVIRONMENT, replace: "https://plm.example.com:8443/tc", with: "https://plm.example.com:8443/tc/tc" };

export const probeRefuted = defineDiagnostic({
  id: "tier/probe-refuted",
  severity: "error",
  title: "the running tier is not what the environment needs",
  why: "`tierwright probe` queries the tier at the addresses to be installed. What it refutes fails on every workstation with this environment, mostly with a message that names another cause.",
  remedy: "Follow the probe's help; `tierwright help probe.md` describes what each one proves.",
  clauses: ["F3"],
  message: (args: ProbeArgs) => probeWords(args, words("is refuted")),
  fails: { ...DOUBLED, options: { probe: true }, beside: ["tier/context-root"] },
  passes: [{ file: ENVIRONMENT, replace: "transport: http", with: "transport: http # not probed" }],
});
