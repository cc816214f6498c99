import { isScalar, Lexer, Parser, type Document } from "yaml";
import { TooManyValues } from "./anchors.ts";
import { readBlockYaml } from "./block-yaml.ts";
import { checkCharacters, checkLineEnds } from "./characters.ts";
import { mergeConflict } from "./conflict.ts";
import { decodeYaml } from "./decode.ts";
import { MAX_BAD_ESCAPES, MAX_DEPTH, MAX_TOKENS } from "./limits.ts";
import { checkSpaces } from "./lookalikes.ts";
import { OneDocument } from "./one-document.ts";
import { emptyDocument } from "../diagnostics/repo/empty-document.ts";
import { mergeConflict as conflictLeft } from "../diagnostics/repo/merge-conflict.ts";
import { tooDeep } from "../diagnostics/repo/too-deep.ts";
import { tooLarge } from "../diagnostics/repo/too-large.ts";
import { yamlSyntax } from "../diagnostics/repo/yaml-syntax.ts";
import type { ProblemList, Report, RuleProblem } from "./problem.ts";
import { reportFaults } from "./syntax-faults.ts";
import type { SourceText } from "./text.ts";
import { TreeBuilder } from "./tree-builder.ts";
import type { Tree } from "./tree.ts";

export { MAX_YAML_BYTES } from "./limits.ts";
export type { RuleProblem } from "./problem.ts";

/** The result of reading one YAML file. */
export interface YamlRead {
  readonly source: SourceText;
  /** The tree of the YAML document; null if faults make its structure uncertain. A document with a tree can have problems, too. */
  readonly tree: Tree | null;
  /** The problems of the YAML file in the order of its text. */
  readonly problems: readonly RuleProblem[];
}

/** Reads one YAML file: its tree and its problems. Never throws, whatever the bytes are. */
export function readYaml(path: string, bytes: Uint8Array): YamlRead {
  const { source, problems, readable, ascii } = decodeYaml(path, bytes);
  const tree = readable ? readText(source, problems, ascii) : null;
  return { source, tree, problems: problems.finish() };
}

/**
 * Reports a text with Git conflict markers, or with characters that look like spaces where YAML needs a space. Returns true if it has
 * either; the caller then reads no further, because all other problems would be consequences.
 */
function checkForeign(source: SourceText, { report }: ProblemList, ascii: boolean): boolean {
  const conflict = mergeConflict(source.text);
  if (conflict === null) return !ascii && checkSpaces(source, report);
  report(conflictLeft, conflict.start, conflict.end, { count: conflict.count });
  return true;
}

function readText(source: SourceText, problems: ProblemList, ascii: boolean): Tree | null {
  if (checkForeign(source, problems, ascii)) return null;
  checkCharacters(source.text, problems.report);
  const text = checkLineEnds(source.text, problems.report);
  return (problems.size === 0 ? readBlockYaml(source, text) : null) ?? readByLibrary(text, source, problems);
}

/** Returns the tree of a document, read by the yaml library; null, after reporting a problem, if its structure is not reliable. */
export function readByLibrary(text: string, source: SourceText, problems: ProblemList): Tree | null {
  const traces = Error.stackTraceLimit;
  Error.stackTraceLimit = 0; // the yaml library creates an Error for every fault; without stack traces it is much faster
  try {
    const { document, several } = compose(text, problems.report);
    if (document === null || reportFaults(document, source, problems.report) > 0) return null;
    const tree = toTree(document, source, problems);
    return several ? null : tree;
  } catch (error) {
    if (!(error instanceof TooManyValues)) throw error;
    return null;
  } finally {
    Error.stackTraceLimit = traces;
  }
}

function toTree(document: Document, source: SourceText, problems: ProblemList): Tree | null {
  const root = document.contents;
  const empty = root === null || (isScalar(root) && root.value === null);
  if (!empty) {
    const builder = new TreeBuilder(source, problems.report);
    const tree = builder.build(root);
    return builder.isReliable ? tree : null;
  }
  if (problems.size === 0) problems.report(emptyDocument, 0, 0, { file: source.path });
  return null;
}

/** Returns the first document of a text; null, after reporting a problem, if it has too many tokens, levels or invalid escapes. */
export function compose(text: string, report: Report): { readonly document: Document | null; readonly several: boolean } {
  const parser = new Parser();
  const stream = new OneDocument(report);
  let tokens = 0;
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) stream.take(token);
    if (tooManyBadEscapes(lexeme)) {
      const start = parser.offset - lexeme.length;
      report(yamlSyntax, start, start, { cause: "many-escapes" });
      return { document: null, several: false };
    }
    if (++tokens > MAX_TOKENS || parser.stack.length > MAX_DEPTH + 2) {
      refuse(parser.offset, tokens, report);
      return { document: null, several: false };
    }
  }
  for (const token of parser.end()) stream.take(token);
  return { document: stream.end(text.length), several: stream.several };
}

const ESCAPE = /\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0abt\tnvfre "/\\N_LP\r\n])|\\/g;

/**
 * Returns true for a double-quoted value with more than MAX_BAD_ESCAPES invalid escapes: the yaml library creates an error object for each,
 * and millions of them would fill the memory before Tierwright reports the first.
 */
function tooManyBadEscapes(lexeme: string): boolean {
  if (lexeme.length <= MAX_BAD_ESCAPES || lexeme[0] !== '"') return false;
  let bad = 0;
  for (const [escape] of lexeme.matchAll(ESCAPE)) if (escape.length === 1 && ++bad > MAX_BAD_ESCAPES) return true;
  return false;
}

function refuse(offset: number, tokens: number, report: Report): void {
  if (tokens > MAX_TOKENS) {
    report(tooLarge, offset, offset, { seen: "tokens", most: MAX_TOKENS });
    return;
  }
  report(tooDeep, offset, offset, { most: MAX_DEPTH });
}
