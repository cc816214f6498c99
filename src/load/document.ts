import type { RuleProblem, Said } from "../diagnostic/finding.ts";
import { hidesValues, type Text, withoutValues } from "../diagnostic/text.ts";
import { editDistance, nearest } from "../diagnostic/nearest.ts";
import { startOf } from "../diagnostic/place.ts";
import type { ReadResult, RepositoryFiles } from "../io/repository-files.ts";
import { schemaWords } from "../schema/schema-words.ts";
import { isForeign } from "../schema/header.ts";
import { secretSpans } from "../schema/secret-spans.ts";
import { type DocumentKind, checkDocument } from "../schema/validate.ts";
import type { SourceText } from "../source/text.ts";
import { at, type Mapping, placeOf, type Tree } from "../source/tree.ts";
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
  if (!tree)
    return { path, tree: null, source, problems: problems.map((problem) => unreadSecret(problem, kind, source)), missing: false };
  const all = hideSecrets([...problems, ...checkDocument(kind, tree)], kind, tree);
  return { path, tree: tree.type === "map" && !isForeign(kind, tree) ? tree : null, source, problems: all, missing: false };
}

const REFERENCE = /[{,\s](env|file|command)\s*:|\bset\s*:/;

/** In a text that cannot be parsed nobody knows where a plain secret stands: sso.yaml is not quoted, nor a line with a reference. */
function unreadSecret(problem: RuleProblem, kind: DocumentKind, source: SourceText): RuleProblem {
  const line = problem.at ? source.line(problem.at.line) : "";
  return kind === "FederatedSignIn" || (kind === "Environment" && REFERENCE.test(line)) ? withoutText(problem) : problem;
}

/**
 * Findings on a line that may hold a secret in plain text are shown without that line and without its words (DESIGN 2.6): in
 * sso.yaml everywhere, in an environment where workstation.set stands.
 */
function hideSecrets(problems: readonly RuleProblem[], kind: DocumentKind, tree: Tree): readonly RuleProblem[] {
  if (problems.length === 0) return problems;
  if (kind === "FederatedSignIn") return problems.map((problem) => withoutText(problem));
  const set = at(tree, "/workstation/set");
  const lines = [...secretSpans(kind, tree), ...(set ? [set.span] : [])].map(placeOf);
  const isSecret = (line: number) => lines.some((place) => place.line <= line && line <= place.endLine);
  return problems.map((problem) => (problem.at && isSecret(problem.at.line) ? withoutText(problem) : problem));
}

/** One slip or two away from a key: more might be a key with a secret behind it. */
const isTypo = (word: string, near: string | null): boolean =>
  near !== null && Math.abs(near.length - word.length) <= 2 && editDistance(word, near) <= 2;

/** A finding without its line, and without every quoted word that is neither a key of the format nor near to one. */
function withoutText(problem: RuleProblem): RuleProblem {
  const known = knownWords();
  const shown = (word: string) => known.has(word) || isTypo(word, nearest(word, known));
  let hid = false;
  const hidden = (said: Said): Text => {
    if (typeof said === "string") return [scrubbed(said)];
    const text = withoutValues(said, shown);
    hid ||= hidesValues(text);
    return text;
  };
  const scrubbed = (text: string) => {
    // an odd apostrophe stands inside a quotation: then all between the first and the last is hidden
    if ((text.match(/'/g)?.length ?? 0) % 2 === 1) {
      hid = true;
      return text.replace(/'.*'/s, "(text not shown)");
    }
    return text.replace(/'([^']*)'|"([^"]*)"|`([^`]*)`/g, (quoted, a?: string, b?: string, c?: string) => {
      if (shown(a ?? b ?? c ?? "")) return quoted;
      hid = true;
      return "(text not shown)";
    });
  };
  const { rule, pointer } = problem;
  const message = hidden(problem.message);
  const help = hidden(problem.help ?? "");
  const notes = problem.notes?.map(hidden);
  // a pointer names keys, and a secret may stand where a key belongs
  return {
    rule,
    at: problem.at,
    ...(pointer === undefined || hid ? {} : { pointer }),
    quote: false,
    message,
    ...(notes && { notes }),
    help,
  };
}

let words: ReadonlySet<string> | null = null;

/** Every key and choice of the formats; needed by a finding beside a secret only. */
function knownWords(): ReadonlySet<string> {
  words ??= schemaWords();
  return words;
}
