import type { SourceTree } from "../../platform/index.ts";
import { type ReadDocument, readDocument } from "../load/document.ts";
import { environmentNames } from "../load/environment-names.ts";
import { type LoadedEnvironment, type Neighbours, loadEnvironment } from "../load/environment.ts";
import type { LoadedShared } from "../load/shared.ts";
import { EnvironmentNames } from "../model/environment-names.ts";
import { environmentPath } from "../../kernel/index.ts";

/**
 * Returns the facts about all environments that loading one of them needs: their names, and a reader of environment.yaml that reads each
 * file once.
 */
export function neighboursOf(files: SourceTree, names: readonly string[]): Neighbours {
  const known = new Map<string, ReadDocument>();
  const document = (name: string): ReadDocument => {
    const read = known.get(name) ?? readDocument(files, environmentPath(name), "Environment");
    known.set(name, read);
    return read;
  };
  return { names: new EnvironmentNames(names), document };
}

/** Reads every environment of a repository. */
export function allEnvironments(files: SourceTree, shared: LoadedShared): readonly LoadedEnvironment[] {
  const names = environmentNames(files);
  const neighbours = neighboursOf(files, names);
  return names.map((name) => loadEnvironment(files, name, shared.model, neighbours));
}
