import { type Finding, type Fix, SourceText, type TextEdit, append, plain } from "../../kernel/index.ts";
import { type SourceTree, diskTree, realPathIn, linkIn, readNamedFile } from "../../platform/index.ts";

interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function offsetOf(source: SourceText, line: number, column: number): number {
  const bom = line === 1 && source.text.charCodeAt(0) === 0xfeff ? 1 : 0;
  return (source.lineStarts[line - 1] ?? source.text.length) + column - 1 + bom;
}

function spliceOf(source: SourceText, edit: TextEdit): Splice {
  const { line, column, endLine, endColumn } = edit.place;
  return { start: offsetOf(source, line, column), end: offsetOf(source, endLine, endColumn), text: edit.text };
}

/**
 * Chooses the fixes of one file whose edits do not overlap. A fix that overlaps an earlier one is left out whole for the next round.
 * Returns the chosen edits from the end of the file to its start.
 */
function choose(source: SourceText, fixes: readonly Fix[]): { splices: readonly Splice[]; applied: readonly Fix[] } {
  const splices: Splice[] = [];
  const applied: Fix[] = [];
  for (const fix of fixes) {
    const own = fix.edits.map((edit) => spliceOf(source, edit));
    const clash = own.some(
      (a) =>
        splices.some((b) => a.start < b.end && b.start < a.end) || splices.some((b) => a.start === b.start && a.end === b.end),
    );
    if (clash) continue;
    append(splices, own);
    applied.push(fix);
  }
  return { splices: splices.sort((a, b) => b.start - a.start), applied };
}

/**
 * Returns true for a path in a kit or in base/, whose bytes must not be edited, because they would no longer match the digest in
 * kit.lock.yaml.
 */
export const isKitFile = (path: string): boolean => /^releases\/[^/]+\/(base|kit)\//.test(path);

/** Contents of the files that fixes have changed so far, by path. A file that is not listed has its content on disk. */
export type Changed = ReadonlyMap<string, Buffer>;

/**
 * Returns the bytes of a file with the fixes applied so far (`changed`); null if it cannot be read. A file that the command line names can
 * be outside the repository.
 */
function bytesOf(folder: string, tree: SourceTree, file: string, named: boolean, changed: Changed): Buffer | null {
  const own = changed.get(file);
  if (own) return own;
  if (named) return readNamedFile(folder, file);
  const read = tree.read(file);
  return read.kind === "file" ? read.bytes : null;
}

/** An applied fix, as an entry of `fixed` in the findings document. */
export interface Applied {
  readonly rule: string;
  readonly file: string;
  readonly line: number;
  readonly title: string;
}

export interface Round {
  readonly applied: readonly (Applied & { readonly finding: Finding })[];
  readonly changed: Changed;
  /** Files that were not fixed although a fix exists, each with the reason in words. */
  readonly left: readonly string[];
}

export interface FixOptions {
  readonly alsoReview: boolean;
  /** True if the command line names the files; then files of kits and targets of symbolic links are fixed, too. */
  readonly named: boolean;
  /** Fixes, as texts of `fixName`, that were tried and rolled back, so that they are not tried again. */
  readonly without: ReadonlySet<string>;
  /** Highest number of fixes to apply before the files are checked again. */
  readonly most: number;
}

/** Returns a text that identifies a fix over several rounds of `fixAll`. Line numbers are left out, because other fixes move lines. */
export const fixName = ({ rule, message, fix, at }: Finding): string =>
  JSON.stringify([rule, at?.file, fix?.title, plain(message).replace(/line \d+/g, "line")]);

function wanted(folder: string, findings: readonly Finding[], options: FixOptions): ReadonlyMap<string, Finding[]> {
  const byFile = new Map<string, Finding[]>();
  let count = 0;
  for (const finding of findings) {
    const { fix } = finding;
    const file = fix?.edits[0]?.place.file;
    if (!fix || !file || !(fix.safe || options.alsoReview) || options.without.has(fixName(finding))) continue;
    if (!options.named && (isKitFile(file) || isKitFile(realPathIn(folder, file) ?? file))) continue;
    if (fix.edits.some((edit) => edit.place.file !== file) || ++count > options.most) continue;
    byFile.set(file, [...(byFile.get(file) ?? []), finding]);
  }
  return byFile;
}

/**
 * Applies the fixes of findings to the contents of files and returns the new contents; writes nothing. Skips files of kits (base/, kit/)
 * and files behind symbolic links, unless the command line names the files (`options.named`).
 */
export function applyFixes(folder: string, before: Changed, findings: readonly Finding[], options: FixOptions): Round {
  const applied: (Applied & { finding: Finding })[] = [];
  const changed = new Map(before);
  const tree = diskTree(folder);
  const left: string[] = [];
  for (const [file, fixable] of wanted(folder, findings, options)) {
    const link = options.named ? null : linkIn(folder, file);
    if (link !== null) {
      left.push(`not fixed ${file}: ${link} is a link, and its target is not edited; fix the target`);
      continue;
    }
    const old = bytesOf(folder, tree, file, options.named, changed);
    if (!old) continue;
    const encoding = /\.ya?ml$/i.test(file) ? "utf8" : "latin1";
    const source = new SourceText(file, old.toString(encoding));
    const chosen = choose(
      source,
      fixable.flatMap(({ fix }) => fix ?? []),
    );
    let text = source.text;
    for (const { start, end, text: replacement } of chosen.splices) text = text.slice(0, start) + replacement + text.slice(end);
    const bytes = Buffer.from(text, encoding);
    if (bytes.equals(old)) continue;
    changed.set(file, bytes);
    for (const finding of fixable) {
      const { fix, rule } = finding;
      if (fix && chosen.applied.includes(fix))
        applied.push({ rule, file, line: fix.edits[0]?.place.line ?? 1, title: fix.title, finding });
    }
  }
  return { applied, changed, left };
}
