import { emit } from "../artifacts/emit.ts";
import type { EmittedFile } from "../artifacts/artifact.ts";
import type { CompiledEnvironment } from "../compile/compiled.ts";
import { loadShared } from "../load/shared.ts";
import { readDocument } from "../load/document.ts";
import type { Finding } from "../diagnostic/finding.ts";
import { startOf } from "../diagnostic/place.ts";
import { RepositoryFiles } from "../io/repository-files.ts";
import { EnvironmentNames } from "../model/environment-names.ts";
import { environmentPath } from "../model/paths.ts";
import { checkEnvironment } from "./check-environment.ts";
import type { RunRequest, RunWorld } from "./request.ts";
import { type RunOutcome, runRepository } from "./run.ts";
import { readTemplates } from "./templates.ts";

/** One environment, checked and compiled in memory; nothing is written. */
export interface CompiledOne {
  readonly outcome: RunOutcome;
  /** null: it may not be used, and `outcome` says why. */
  readonly ready: { readonly compiled: CompiledEnvironment; readonly files: readonly EmittedFile[] } | null;
}

/** The outcome with further findings, which block the environment where they are errors. */
export function withFindings(outcome: RunOutcome, environment: string, findings: readonly Finding[]): RunOutcome {
  const error = findings.find(({ severity }) => severity === "error");
  return {
    ...outcome,
    findings: [...outcome.findings, ...findings],
    blocked: error ? new Map([...outcome.blocked, [environment, `${error.rule} is an error`]]) : outcome.blocked,
  };
}

/**
 * Checks a repository as `compile` does and gives the model and the bytes of the one environment that `request.selected` names, with
 * placeholders for secrets (docs/formats.md). An environment with error findings or a closed gate is not compiled.
 */
export async function compileOne(request: RunRequest, world: RunWorld): Promise<CompiledOne> {
  const [name = ""] = request.selected;
  const outcome = await runRepository({ ...request, output: null }, world);
  if (outcome.blocked.has(name)) return { outcome, ready: null };
  const files = new RepositoryFiles(request.root);
  const neighbours = {
    names: new EnvironmentNames(request.names),
    document: (other: string) => readDocument(files, environmentPath(other), "Environment"),
  };
  const { compiled } = checkEnvironment(name, { files, shared: loadShared(files), neighbours, options: request.options });
  if (!compiled) return { outcome, ready: null };
  const templates = await readTemplates(files);
  const emitted = emit(compiled, { version: request.version, template: (template) => templates.texts.get(template) ?? null });
  if (emitted.faults.length === 0) return { outcome, ready: { compiled, files: emitted.files } };
  const found = emitted.faults.map(
    (message): Finding => ({
      rule: "repo/not-compiled",
      severity: "error",
      environment: name,
      at: startOf(environmentPath(name)),
      message: [message],
      help: ["look at the file or template that is named; nothing of this environment was written"],
    }),
  );
  return { outcome: withFindings(outcome, name, found), ready: null };
}
