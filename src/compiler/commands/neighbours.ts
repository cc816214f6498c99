import type { SourceTree } from "../../platform/index.ts";
import { type ReadDocument, readDocument } from "../load/document.ts";
import type { Neighbours } from "../load/environment.ts";
import { EnvironmentNames } from "../model/environment-names.ts";
import { environmentPath } from "../../kernel/index.ts";

/** What an environment may ask of the others: their names, and environment.yaml of those that it extends, read once. */
export function neighboursOf(files: SourceTree, names: readonly string[]): Neighbours {
  const known = new Map<string, ReadDocument>();
  const document = (name: string): ReadDocument => {
    const read = known.get(name) ?? readDocument(files, environmentPath(name), "Environment");
    known.set(name, read);
    return read;
  };
  return { names: new EnvironmentNames(names), document };
}
