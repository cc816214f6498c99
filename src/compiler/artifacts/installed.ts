import type { CompiledEnvironment } from "../compile/compiled.ts";
import { FILE_ROLES, type FileRole } from "../model/files.ts";
import type { Artifact, EmittedFile, Installed } from "./artifact.ts";
import { ARTIFACTS } from "./registry.generated.ts";

const rank = ({ role }: Artifact): number => (role === undefined ? FILE_ROLES.length : FILE_ROLES.indexOf(role));

/** What may be installed: the properties files in the model's order, then the others by name. */
const PLACED = ARTIFACTS.filter(({ locate }) => locate).sort((a, b) => rank(a) - rank(b));

/** What goes onto a workstation, of one environment, in that order. */
export function installedFiles(compiled: CompiledEnvironment): readonly Installed[] {
  return PLACED.flatMap((artifact) => artifact.locate?.(compiled) ?? []);
}

/** One properties file as it would be emitted, with placeholders for secrets; null where the environment has none. */
export function emittedFile(compiled: CompiledEnvironment, role: FileRole): EmittedFile | null {
  const artifact = ARTIFACTS.find((item) => item.role === role);
  return artifact?.produce(compiled, { version: "", template: () => null, installed: [] }) ?? null;
}
