import { EXCEPTIONS_PATH, type Finding, MATRIX_PATH, affectedEnvironments } from "../../kernel/index.ts";
import type { EnvironmentSummary } from "../compile/summary.ts";
import type { EnvironmentResult } from "./check-environment.ts";

/**
 * Returns true if an error that names no environment blocks the environment of `summary`: the error is in a file outside releases/, in the
 * compatibility matrix, in the environment's connector release, or in its connector profile.
 */
function blocks(finding: Finding, summary: EnvironmentSummary | null): boolean {
  const file = finding.at?.file ?? "";
  if (file === EXCEPTIONS_PATH) return false; // an environment without a valid exception has a closed gate
  return (
    !file.startsWith("releases/") ||
    file === MATRIX_PATH ||
    file.startsWith(`releases/${summary?.connector ?? ""}/`) ||
    file === summary?.profile
  );
}

/**
 * Returns the environments whose compiled files must not be written, because of an error or a closed gate, each with this reason in words.
 */
export function blockedBy(findings: readonly Finding[], results: readonly EnvironmentResult[]): ReadonlyMap<string, string> {
  const blocked = new Map<string, string>();
  for (const finding of findings) {
    if (finding.severity === "error")
      for (const name of affectedEnvironments(finding)) blocked.set(name, `${finding.rule} is an error`);
  }
  const general = findings.filter((finding) => finding.severity === "error" && finding.environment === null);
  for (const { name, summary } of results) {
    const shared = general.find((finding) => blocks(finding, summary));
    if (shared) blocked.set(name, `${shared.rule} is an error in ${shared.at?.file ?? "what all environments share"}`);
    if (summary?.verdict.gate === "block") blocked.set(name, "its gate is closed");
  }
  return blocked;
}
