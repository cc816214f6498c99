import {
  type DocumentKind,
  type Mapping,
  type RuleProblem,
  type SourceText,
  type Tree,
  at,
  checkDocument,
  editDistance,
  hidesValues,
  hidingValues,
  isForeign,
  nearest,
  placeOf,
  readYaml,
  schemaWords,
  secretSpans,
  startOf,
  tooLarge,
  unreadableFile,
} from "../../kernel/index.ts";
import type { ReadResult, SourceTree } from "../../platform/index.ts";
import { KnownDocuments } from "./known-documents.ts";
import { secretsInYaml } from "./yaml-secrets.ts";

export interface ReadDocument {
  readonly path: string;
  /** The document's map; null if the file is missing or unreadable, is no map, or states another `kind`. */
  readonly tree: Mapping | null;
  readonly source: SourceText | null;
  readonly problems: readonly RuleProblem[];
  readonly missing: boolean;
}

/** Returns the finding for a folder that cannot be listed. */
export const unreadableFolder = (path: string, why: string): RuleProblem =>
  unreadableFile.at(startOf(path), { path, is: "folder", why });

/** Returns the finding for a file that could not be read; null if the file is readable or missing. */
export function readFault(path: string, result: ReadResult): RuleProblem | null {
  if (result.kind === "unreadable") {
    if (result.folder !== undefined) return unreadableFolder(result.folder, result.why);
    return unreadableFile.at(startOf(path), { path, is: "file", why: result.why });
  }
  return result.kind === "too-large" ? tooLarge.at(startOf(path), { seen: "bytes", file: path, size: result.size }) : null;
}

const documents = new KnownDocuments<ReadDocument>();

/**
 * Reads one YAML document and checks its keys and types against the schema of `kind`. It does not report a missing file, because only the
 * caller knows whether the file must exist.
 */
export function readDocument(files: SourceTree, path: string, kind: DocumentKind): ReadDocument {
  const result = files.read(path);
  if (result.kind === "missing") return { path, tree: null, source: null, problems: [], missing: true };
  if (result.kind !== "file") {
    return { path, tree: null, source: null, problems: [readFault(path, result) as RuleProblem], missing: false };
  }
  return documents.get(kind, path, result.bytes, () => readBytes(path, kind, result.bytes));
}

function readBytes(path: string, kind: DocumentKind, bytes: Uint8Array): ReadDocument {
  const { source, tree, problems } = readYaml(path, bytes);
  if (!tree)
    return { path, tree: null, source, problems: problems.map((problem) => unreadSecret(problem, kind, source)), missing: false };
  const shape = hideSecrets([...problems, ...checkDocument(kind, tree)], kind, tree);
  const own = tree.type === "map" && !isForeign(kind, tree) ? tree : null;
  const all = own ? [...shape, ...secretsInYaml(own, source, shape)] : shape;
  return { path, tree: own, source, problems: all, missing: false };
}

const REFERENCE = /[{,\s](env|file|command)\s*:|\bset\s*:/;

/**
 * Returns the finding on a YAML text that cannot be parsed. Its quoted line and values are removed in sso.yaml, and in an environment or
 * site.yaml on a line with a reference to a secret, because the place of a plain secret in such a text is unknown.
 */
function unreadSecret(problem: RuleProblem, kind: DocumentKind, source: SourceText): RuleProblem {
  const line = problem.at ? source.line(problem.at.line) : "";
  return kind === "FederatedSignIn" || ((kind === "Environment" || kind === "Site") && REFERENCE.test(line))
    ? hiding(problem, isKnown)
    : problem;
}

/**
 * Removes the quoted line and the values from findings on a line that can hold a secret in plain text (SECURITY.md): on every line of
 * sso.yaml; in an environment or site.yaml, at references to secrets and in workstation.set.
 */
function hideSecrets(problems: readonly RuleProblem[], kind: DocumentKind, tree: Tree): readonly RuleProblem[] {
  if (problems.length === 0) return problems;
  if (kind === "FederatedSignIn") return problems.map((problem) => hiding(problem, isKnown));
  const set = at(tree, kind === "Site" ? "/defaults/workstation/set" : "/workstation/set");
  const lines = [...secretSpans(kind, tree), ...(set ? [set.span] : [])].map(placeOf);
  const holdsSecret = (line: number) => lines.some((place) => place.line <= line && line <= place.endLine);
  const keys = keysOf(set);
  const keep = (word: string) => keys.has(word) || isKnown(word);
  return problems.map((problem) => (problem.at && holdsSecret(problem.at.line) ? hiding(problem, keep) : problem));
}

/**
 * Returns the keys in workstation.set that have a value: those directly in it, and those one level deeper, below the name of a file. A key
 * without a value is left out, because it can be a secret on the wrong line.
 */
function keysOf(set: Tree | undefined): ReadonlySet<string> {
  const bare = set?.type === "map" ? [...set.entries.values()] : [];
  const keys = [...bare, ...bare.flatMap(({ value }) => (value.type === "map" ? [...value.entries.values()] : []))];
  return new Set(keys.filter(({ value }) => value.type !== "scalar" || value.value !== null).map(({ key }) => key));
}

/** Returns a finding without its quoted line, and without every value that `keep` does not accept. */
function hiding(problem: RuleProblem, keep: (word: string) => boolean): RuleProblem {
  const { rule, at: place, message, notes, help, pointer, explains } = problem;
  const said = hidingValues({ message, ...(notes && { notes }), ...(help && { help }) }, keep);
  const hides = [said.message, ...(said.notes ?? []), ...(said.help ? [said.help] : [])].some(hidesValues);
  // a pointer names keys, and a secret can be in the place of a key
  const about = hides || pointer === undefined ? {} : { pointer, ...(explains && { explains }) };
  return { rule, at: place, ...about, quote: false, ...said };
}

/** Returns true if a word is at most two edits away from a known key. A larger difference can be a key with a secret after it. */
const isTypo = (word: string, near: string | null): boolean =>
  near !== null && Math.abs(near.length - word.length) <= 2 && editDistance(word, near) <= 2;

/** Returns true if a word cannot be a secret: a key or allowed value of the YAML formats, a word near one, or the index of a list item. */
function isKnown(word: string): boolean {
  const known = knownWords();
  return known.has(word) || /^\d{1,2}$/.test(word) || isTypo(word, nearest(word, known));
}

let words: ReadonlySet<string> | null = null;

/** Returns every key and allowed value of the YAML formats, collected at first use, because only a finding beside a secret needs them. */
function knownWords(): ReadonlySet<string> {
  words ??= schemaWords();
  return words;
}
