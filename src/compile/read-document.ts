import type { RuleProblem } from "../diagnostic/finding.ts";
import { startOf } from "../diagnostic/place.ts";
import type { ReadResult, RepositoryFiles } from "../io/repository-files.ts";
import { type DocumentKind, checkHeader, validate } from "../schema/validate.ts";
import { SourceText } from "../source/text.ts";
import type { Mapping } from "../source/tree.ts";
import { readYaml } from "../source/yaml.ts";

export interface ReadDocument {
  readonly path: string;
  /** null when the file is absent or is no mapping. */
  readonly tree: Mapping | null;
  readonly source: SourceText | null;
  readonly problems: readonly RuleProblem[];
  readonly missing: boolean;
}

const SIZE = (bytes: number) => (bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`);

/** What to report when a file could not be read; null when it was read. */
export function readFault(path: string, result: ReadResult): RuleProblem | null {
  if (result.kind === "unreadable") {
    return { rule: "repo/unreadable-file", at: startOf(path), message: `${path} cannot be read: ${result.why}`, help: "make it a readable file" };
  }
  if (result.kind === "too-large") {
    return {
      rule: "repo/too-large",
      at: startOf(path),
      message: `${path} has ${SIZE(result.size)}; a configuration file has at most 4 MiB, so it was not read`,
      help: "look what it holds: a log, a kit or a binary file may have been saved under this name",
    };
  }
  return null;
}

/** Reads and shape-checks one YAML document; a missing file is no problem here, the caller knows whether it must exist. */
export function readDocument(files: RepositoryFiles, path: string, kind: DocumentKind): ReadDocument {
  const result = files.read(path);
  if (result.kind === "missing") return { path, tree: null, source: null, problems: [], missing: true };
  if (result.kind !== "file") {
    return { path, tree: null, source: null, problems: [readFault(path, result) as RuleProblem], missing: false };
  }
  const { source, tree, problems } = readYaml(path, result.bytes);
  if (!tree) return { path, tree: null, source, problems, missing: false };
  const header = checkHeader(kind, tree);
  const shape = header.length > 0 ? header : validate(kind, tree);
  return { path, tree: tree.type === "map" && header.length === 0 ? tree : null, source, problems: [...problems, ...shape], missing: false };
}
