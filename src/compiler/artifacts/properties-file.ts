import type { CompiledEnvironment, CompiledFile, CompiledKey } from "../compile/compiled.ts";
import { PropertiesDocument, type PropertyChange } from "../../kernel/index.ts";
import type { FileRole } from "../model/files.ts";
import { type Artifact, type ArtifactContext, type EmittedFile, type Installed, secretText } from "./artifact.ts";

function valueOf(key: CompiledKey, context: ArtifactContext): string {
  const { decision } = key;
  return decision.secret ? secretText(decision.secret, decision.value, context) : decision.value;
}

/**
 * Returns the changes that make a base file the compiled file. Keys that the kit decides are unchanged; carried values keep the spelling of
 * the previously installed conf.
 */
function changesOf(file: CompiledFile, context: ArtifactContext): readonly PropertyChange[] {
  return file.decided.map((key) => {
    const { raw } = key.decision;
    return raw === null ? { key: key.key, value: valueOf(key, context) } : { key: key.key, raw };
  });
}

/** Returns the artifact for one properties file: the base file's bytes, in which only the lines of decided keys are changed. */
export function propertiesArtifact(
  role: FileRole,
  name: string,
  title: string,
  locate: (compiled: CompiledEnvironment) => Installed,
): Artifact {
  return {
    name,
    title,
    role,
    locate: (compiled) => (compiled.files[role] ? locate(compiled) : null),
    produce(compiled, context): EmittedFile | null {
      const file = compiled.files[role];
      if (!file) return null;
      const bytes = file.base.document.edit(changesOf(file, context)).bytes();
      return { ...locate(compiled), bytes, purpose: "install" };
    },
    prove(emitted, compiled, context): readonly string[] {
      const file = compiled.files[role];
      const { error, map } = PropertiesDocument.parse(emitted.bytes).load();
      if (!file || error) return [`Java cannot load it: ${error?.message}`];
      const faults: string[] = [];
      for (const key of file.keys.values()) {
        if (map.get(key.key)?.value !== valueOf(key, context)) faults.push(`${key.key} reads differently from the model`);
      }
      // without faults, the file has every compiled key, so equal numbers of keys show that it has no other key
      if (faults.length === 0 && map.size === file.keys.size) return faults;
      for (const key of map.keys()) if (!file.keys.has(key)) faults.push(`${key} is in the file, but not in the model`);
      return faults;
    },
  };
}
