import type { CompiledEnvironment } from "../compile/compiled.ts";
import { FILE_ROLES, type FileRole } from "../model/files.ts";
import type { Artifact, EmittedFile, Installed } from "./artifact.ts";
import { ARTIFACTS } from "./registry.generated.ts";

const rank = ({ role }: Artifact): number => (role === undefined ? FILE_ROLES.length : FILE_ROLES.indexOf(role));

/** The artifacts that are installed on a workstation: the properties files in the order of `FILE_ROLES`, then the others. */
const PLACED = ARTIFACTS.filter(({ locate }) => locate).sort((a, b) => rank(a) - rank(b));

/**
 * Returns the files of one environment that are installed on a workstation: the properties files in the order of `FILE_ROLES`, then the
 * others.
 */
export function installedFiles(compiled: CompiledEnvironment): readonly Installed[] {
  return PLACED.flatMap((artifact) => artifact.locate?.(compiled) ?? []);
}

/** Returns a properties file as `compile` writes it, with placeholders for secrets; null if the environment does not have the file. */
export function emittedFile(compiled: CompiledEnvironment, role: FileRole): EmittedFile | null {
  const artifact = ARTIFACTS.find((item) => item.role === role);
  return artifact?.produce(compiled, { version: "", template: () => null, installed: [] }) ?? null;
}
