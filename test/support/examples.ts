import { join } from "node:path";
import type { Example } from "../../src/diagnostic/example.ts";
import { loadShared } from "../../src/load/shared.ts";
import { RepositoryFiles } from "../../src/io/repository-files.ts";
import { kitState } from "../../src/run/kit-state.ts";
import { readFindings } from "../../src/run/rules.ts";
import type { RunOutcome } from "../../src/run/run.ts";
import { applyExample, exampleRepository, run } from "./repository.ts";

/** What comparing the kits with their locks adds (`kit verify`). */
function kitFindings(folder: string) {
  const { releases } = loadShared(new RepositoryFiles(folder)).model;
  return readFindings(
    [...releases.values()].flatMap((release) => kitState(folder, release, undefined).problems),
    null,
  );
}

/** The example repository under one example, compiled: what a rule reports for it. */
export async function runExample(example: Example | null): Promise<RunOutcome> {
  const folder = exampleRepository();
  if (example) applyExample(folder, example);
  const outcome = await run(folder, { out: join(folder, "dist"), ...example?.options });
  return example?.options?.kit ? { ...outcome, findings: [...outcome.findings, ...kitFindings(folder)] } : outcome;
}
