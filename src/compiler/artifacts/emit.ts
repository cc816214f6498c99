import { TemplateError, append, isRefusal } from "../../kernel/index.ts";
import type { CompiledEnvironment } from "../compile/compiled.ts";
import type { Artifact, ArtifactContext, EmittedFile } from "./artifact.ts";
import { installedFiles } from "./installed.ts";
import { manifestOf } from "./manifest.ts";
import { ARTIFACTS } from "./registry.generated.ts";

export interface Emitted {
  readonly files: readonly EmittedFile[];
  /** The differences between the files and the compiled environment. If there are any, no file of the environment must be written. */
  readonly faults: readonly string[];
}

function produce(
  artifact: Artifact,
  compiled: CompiledEnvironment,
  context: ArtifactContext,
): { file: EmittedFile | null; faults: readonly string[] } {
  try {
    const file = artifact.produce(compiled, context);
    const faults = file ? artifact.prove(file, compiled, context) : [];
    return { file, faults: faults.map((fault) => `${file?.path ?? artifact.name}: ${fault}`) };
  } catch (error) {
    if (isRefusal(error, 1) || error instanceof TemplateError)
      return { file: null, faults: [`${artifact.name}: ${error.message}`] };
    throw error;
  }
}

/**
 * Returns every file of one environment. Each file is decoded again and compared with the compiled environment; the differences are
 * `faults`. With secrets, the files contain their values, while the manifest has the sizes and digests of the files with placeholders.
 */
export function emit(compiled: CompiledEnvironment, given: Omit<ArtifactContext, "installed">): Emitted {
  const context = { ...given, installed: installedFiles(compiled) };
  const { secrets, encoded: _, ...withoutSecrets } = context;
  const faults: string[] = [];
  const written: EmittedFile[] = [];
  const described: EmittedFile[] = [];
  for (const artifact of ARTIFACTS) {
    const plain = produce(artifact, compiled, withoutSecrets);
    const full = secrets && secrets.size > 0 ? produce(artifact, compiled, context) : plain;
    append(faults, full.faults);
    if (full.file && plain.file) {
      written.push(full.file.bytes.equals(plain.file.bytes) ? full.file : { ...full.file, holdsSecret: true });
      described.push(plain.file);
    }
  }
  written.push(manifestOf(compiled, described, withoutSecrets));
  return { files: written.sort((a, b) => (a.path < b.path ? -1 : 1)), faults };
}
