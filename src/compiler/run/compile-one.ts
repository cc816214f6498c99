import { emit } from "../artifacts/emit.ts";
import type { EmittedFile } from "../artifacts/artifact.ts";
import type { CompiledEnvironment } from "../compile/compiled.ts";
import type { Finding } from "../../kernel/index.ts";
import type { KnownProfile } from "../kit/profile-files.ts";
import type { RunRequest, RunWorld } from "./request.ts";
import { type RunOutcome, runRepository } from "./run.ts";
import { notCompiledFinding } from "./not-compiled.ts";

/** One environment, checked and compiled in memory. Nothing is written. */
export interface CompiledOne {
  readonly outcome: RunOutcome;
  /** The compiled environment; null if it must not be used, for the reason in the findings or in `blocked` of `outcome`. */
  readonly ready: {
    readonly compiled: CompiledEnvironment;
    readonly files: readonly EmittedFile[];
    /** The modeling-tool profiles in the kits of all releases, to recognize the profile that is installed on a workstation. */
    readonly knownProfiles: readonly KnownProfile[];
  } | null;
}

/** One environment in its compiled form, usable or not. */
export interface CompiledAnyhow {
  readonly compiled: CompiledEnvironment;
  readonly files: readonly EmittedFile[];
  /** Reason in words why the environment must not be used; null if it can be used. */
  readonly blocked: string | null;
}

/**
 * Compiles the environment in `request.selected` in memory, even if an error or its gate blocks it, for commands that inspect it. Returns
 * null if the environment or one of its files cannot be compiled.
 */
export async function compileAnyhow(request: RunRequest, world: RunWorld): Promise<CompiledAnyhow | null> {
  const [name = ""] = request.selected;
  const { kept, blocked } = await runRepository({ ...request, output: null, keep: name }, world);
  if (!kept) return null;
  const { compiled, templates } = kept;
  const { files, faults } = emit(compiled, { version: request.version, template: (text) => templates.get(text) ?? null });
  return faults.length > 0 ? null : { compiled, files, blocked: blocked.get(name) ?? null };
}

/** Returns the outcome of a check with further findings on one environment. An error among them blocks the environment. */
export function withFindings(outcome: RunOutcome, environment: string, findings: readonly Finding[]): RunOutcome {
  const error = findings.find(({ severity }) => severity === "error");
  return {
    ...outcome,
    findings: [...outcome.findings, ...findings],
    blocked: error ? new Map([...outcome.blocked, [environment, `${error.rule} is an error`]]) : outcome.blocked,
  };
}

/**
 * Checks a repository as `compile` does and returns the model and the bytes of the one environment in `request.selected`, with placeholders
 * for secrets (docs/formats.md). An environment with error findings or a closed gate is not compiled.
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
