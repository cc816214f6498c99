import { emit } from "../artifacts/emit.ts";
import type { EmittedFile } from "../artifacts/artifact.ts";
import type { CompiledEnvironment } from "../compile/compiled.ts";
import type { Finding } from "../../kernel/index.ts";
import type { KnownProfile } from "../kit/profile-files.ts";
import type { RunRequest, RunWorld } from "./request.ts";
import { type RunOutcome, runRepository } from "./run.ts";
import { notCompiledFinding } from "./not-compiled.ts";

/** One environment, checked and compiled in memory; nothing is written. */
export interface CompiledOne {
  readonly outcome: RunOutcome;
  /** null: it may not be used, and `outcome` says why. */
  readonly ready: {
    readonly compiled: CompiledEnvironment;
    readonly files: readonly EmittedFile[];
    /** Profiles of the repository's kits. */
    readonly knownProfiles: readonly KnownProfile[];
  } | null;
}

/** One environment as it would be written, whether it may be used or not. */
export interface CompiledAnyhow {
  readonly compiled: CompiledEnvironment;
  readonly files: readonly EmittedFile[];
  /** Why it may not be used; null: it may. */
  readonly blocked: string | null;
}

/** The same as `compileOne` for somebody who has to look at what may not be used, too; null: nothing can be written of it at all. */
export async function compileAnyhow(request: RunRequest, world: RunWorld): Promise<CompiledAnyhow | null> {
  const [name = ""] = request.selected;
  const { kept, blocked } = await runRepository({ ...request, output: null, keep: name }, world);
  if (!kept) return null;
  const { compiled, templates } = kept;
  const { files, faults } = emit(compiled, { version: request.version, template: (text) => templates.get(text) ?? null });
  return faults.length > 0 ? null : { compiled, files, blocked: blocked.get(name) ?? null };
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
  const outcome = await runRepository({ ...request, output: null, keep: name }, world);
  if (outcome.blocked.has(name) || !outcome.kept) return { outcome, ready: null };
  const { compiled, templates, knownProfiles } = outcome.kept;
  const emitted = emit(compiled, { version: request.version, template: (template) => templates.get(template) ?? null });
  if (emitted.faults.length === 0) return { outcome, ready: { compiled, files: emitted.files, knownProfiles } };
  const found = emitted.faults.map((fault) => notCompiledFinding(name, fault));
  return { outcome: withFindings(outcome, name, found), ready: null };
}
