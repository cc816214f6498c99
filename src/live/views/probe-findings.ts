import { type Finding, type Place, type Text, findingOf, probeNotProven, probeRefuted, say } from "../../kernel/index.ts";
import type { ProbeResult } from "../probe/result.ts";

/** Returns the control of a probe's answer as a note of a finding; an empty text if there is none. */
const controlOf = ({ answer: { control } }: ProbeResult): Text =>
  control === null ? [] : say`control: ${control.did}: ${control.says}`;

/** Converts refuted and unproven answers of probes to findings, at the place in the YAML where the sign-in address is written. */
export function probeFindings(results: readonly ProbeResult[], environment: string, at: Place | null): readonly Finding[] {
  return results.flatMap((result) => {
    const { answer, probe } = result;
    const args = { id: probe.id, target: answer.target, says: answer.says, help: answer.help, control: controlOf(result) };
    if (answer.outcome === "refuted") return [findingOf(probeRefuted.at(at, args), "error", environment)];
    return answer.outcome === "not-proven" ? [findingOf(probeNotProven.at(at, args), "warning", environment)] : [];
  });
}
