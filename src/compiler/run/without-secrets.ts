import { type Finding, basePath } from "../../kernel/index.ts";
import type { SourceTree } from "../../platform/index.ts";
import type { EnvironmentResult } from "./check-environment.ts";

/** Redacts findings on base files: removes the values of keys that an environment of the release declares as secrets. */
export async function withoutSecrets(
  findings: readonly Finding[],
  results: readonly EnvironmentResult[],
  files: SourceTree,
): Promise<readonly Finding[]> {
  const keys = new Map<string, Set<string>>();
  for (const { summary } of results) {
    for (const { file, key } of summary?.secretKeys ?? []) {
      const path = basePath(summary?.connector ?? "", `${file}.properties`);
      keys.set(path, (keys.get(path) ?? new Set()).add(key));
    }
  }
  if (keys.size === 0) return findings;
  const { redact } = await import("./full.ts");
  return redact(findings, files, (path) => keys.get(path) ?? new Set());
}
