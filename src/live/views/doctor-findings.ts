import {
  type Finding,
  type Text,
  environmentPath,
  findingOf,
  say,
  startOf,
  workstationDoubt,
  workstationFault,
} from "../../kernel/index.ts";
import type { CheckResult } from "../doctor/run.ts";

/** Returns the control of a check's answer as a note of a finding; an empty text if there is none. */
const controlOf = ({ answer: { control } }: CheckResult): Text =>
  control === null || control.outcome === "none" ? [] : say`control: ${control.did}: ${control.says}`;

/**
 * Converts results of checks to findings. A workstation's files are in no repository, so each finding gets the beginning of
 * environment.yaml as its place; without an environment it has no place.
 */
export function doctorFindings(results: readonly CheckResult[], environment: string | null): readonly Finding[] {
  const at = environment === null ? null : startOf(environmentPath(environment));
  return results.flatMap((result) => {
    const { check, answer } = result;
    const { state, says, details, help } = answer;
    const args = { id: check.id, says, details, help, control: controlOf(result) };
    if (state === "warn") return [findingOf(workstationDoubt.at(at, args), "warning", environment)];
    if (state !== "fail" && state !== "error") return [];
    return [findingOf(workstationFault.at(at, { ...args, known: state === "fail" }), "error", environment)];
  });
}
