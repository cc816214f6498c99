import type { RuleProblem } from "../diagnostic/finding.ts";
import { startOf } from "../diagnostic/place.ts";
import type { ReadResult, RepositoryFiles } from "../io/repository-files.ts";
import { isForeign } from "../schema/header.ts";
import { secretSpans } from "../schema/secret-spans.ts";
import { type DocumentKind, checkDocument } from "../schema/validate.ts";
import type { SourceText } from "../source/text.ts";
import { type Mapping, placeOf, type Tree } from "../source/tree.ts";
import { readYaml } from "../source/yaml.ts";

export interface ReadDocument {
  readonly path: string;
  /** null when the file is absent or is no mapping. */
  readonly tree: Mapping | null;
  readonly source: SourceText | null;
  readonly problems: readonly RuleProblem[];
  readonly missing: boolean;
}

const SIZE = (bytes: number) =>
  bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;

/** What to report when a folder cannot be listed. */
export function unreadableFolder(path: string, why: string): RuleProblem {
  return {
    rule: "repo/unreadable-file",
    at: startOf(path),
    message: `the folder ${path} cannot be read: ${why}`,
    help: "make it a folder that may be read",
  };
}

/** What to report when a file could not be read; null when it was read. */
export function readFault(path: string, result: ReadResult): RuleProblem | null {
  if (result.kind === "unreadable") {
    if (result.folder !== undefined) return unreadableFolder(result.folder, result.why);
    return {
      rule: "repo/unreadable-file",
      at: startOf(path),
      message: `${path} cannot be read: ${result.why}`,
      help: "make it a readable file",
    };
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
  const secret = kind === "FederatedSignIn";
  const told = secret ? problems.map(withoutText) : problems;
  if (!tree) return { path, tree: null, source, problems: told, missing: false };
  const shape = checkDocument(kind, tree);
  const all = secret ? [...told, ...shape.map(unquoted)] : hideSecrets([...told, ...shape], kind, tree);
  return { path, tree: tree.type === "map" && !isForeign(kind, tree) ? tree : null, source, problems: all, missing: false };
}

/**
 * A document of secrets is never quoted: beside a fault nobody knows for certain where in it a plain secret stands. What the reader
 * of YAML says of its text is told without that text, too.
 */
const withoutText = (problem: RuleProblem): RuleProblem => {
  const hidden = (text: string) => text.replace(/'[^']*'|"[^"]*"|`[^`]*`/g, "(text not shown)");
  const { rule, at } = problem; // the pointer names keys, and a secret may stand where a key belongs
  return {
    rule,
    at,
    quote: false,
    message: hidden(problem.message),
    help: hidden(problem.help ?? ""),
  };
};

const unquoted = (problem: RuleProblem): RuleProblem => ({ ...problem, quote: false });

/** Findings on a line that may hold a secret in plain text are shown without that line (DESIGN 2.6). */
function hideSecrets(problems: readonly RuleProblem[], kind: DocumentKind, tree: Tree): readonly RuleProblem[] {
  const lines = problems.length === 0 ? [] : secretSpans(kind, tree).map(placeOf);
  if (lines.length === 0) return problems;
  return problems.map((problem) =>
    lines.some((line) => problem.at && line.line <= problem.at.line && problem.at.line <= line.endLine)
      ? unquoted(problem)
      : problem,
  );
}
