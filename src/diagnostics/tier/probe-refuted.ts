import { defineDiagnostic } from "../../diagnostic/define.ts";
import { name, say, type Text } from "../../diagnostic/text.ts";

interface Args {
  /** Which probe. */
  readonly id: string;
  readonly target: string | null;
  /** What it found, and what to do. */
  readonly says: Text;
  readonly help: Text | null;
  readonly control: Text;
}

const ENVIRONMENT = "environments/demo/environment.yaml";
const DOUBLED = { file: ENVIRONMENT, replace: "https://plm.example.com:8443/tc", with: "https://plm.example.com:8443/tc/tc" };

export const probeRefuted = defineDiagnostic({
  id: "tier/probe-refuted",
  severity: "error",
  title: "the running tier is not what the environment relies on",
  why: "`tierwright probe` asks the tier itself, at the addresses that would be installed. What it refutes fails on every workstation that gets this environment, and mostly with a message that names another cause.",
  remedy: "Do what the probe says; docs/probe.md tells what each one proves and what not.",
  clauses: ["F3"],
  message: ({ id, target, says, help, control }: Args) => ({
    message: target === null ? say`${name(id)} is refuted` : say`${name(id)} is refuted at ${name(target)}`,
    notes: [says, ...(control.length > 0 ? [control] : [])],
    help: help ?? say`docs/probe.md says what this probe asks`,
  }),
  fails: { ...DOUBLED, options: { probe: true }, beside: ["tier/context-root"] },
  passes: [{ file: ENVIRONMENT, replace: "transport: http", with: "transport: http # not probed" }],
});
