import type { CompiledEnvironment } from "../compile/compiled.ts";
import type { FileRole } from "../model/files.ts";
import type { EmittedFile, Installed } from "./artifact.ts";
import { ARTIFACTS } from "./registry.generated.ts";

/** What goes onto a workstation, of one environment: the properties files in the model's order, then the others by name. */
export function installedFiles(compiled: CompiledEnvironment): readonly Installed[] {
  const roles = Object.keys(compiled.files);
  const rank = (role: FileRole | undefined): number => (role === undefined ? roles.length : roles.indexOf(role));
  const ordered = [...ARTIFACTS].sort((a, b) => rank(a.role) - rank(b.role));
  return ordered.flatMap((artifact) => artifact.locate?.(compiled) ?? []);
}

/** One properties file as it would be emitted, with placeholders for secrets; null where the environment has none. */
export function emittedFile(compiled: CompiledEnvironment, role: FileRole): EmittedFile | null {
  const artifact = ARTIFACTS.find((item) => item.role === role);
  return artifact?.produce(compiled, { version: "", template: () => null, installed: [] }) ?? null;
}
