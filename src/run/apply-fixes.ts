import { append } from "../diagnostic/lists.ts";
import type { Finding, Fix, TextEdit } from "../diagnostic/finding.ts";
import { writeNamedFile } from "../io/atomic.ts";
import { readNamedFile } from "../io/named-file.ts";
import type { RepositoryFiles } from "../io/repository-files.ts";
import { SourceText } from "../source/text.ts";

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

/** All edits of one fix or none: an edit that overlaps an earlier one leaves its whole fix for the next run. */
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

/** The kit's own bytes: an edit there would break what the lock says of them. */
export const isKitFile = (path: string): boolean => /^releases\/[^/]+\/(base|kit)\//.test(path);

/** A file that was named on the command line may lie anywhere. */
function bytesOf(files: RepositoryFiles, file: string, named: boolean): Buffer | null {
  if (named) return readNamedFile(files.root, file);
  const read = files.read(file);
  return read.kind === "file" ? read.bytes : null;
}

/**
 * Applies the fixes of findings as range edits, file by file, each file written whole by rename. Base files are the kit's bytes
 * and stay as they are; a file behind a link is not written. Returns one line for each fix that was applied, and each file left alone.
 */
export function applyFixes(
  files: RepositoryFiles,
  findings: readonly Finding[],
  alsoReview: boolean,
  /** The files were named one by one, so a kit's base file among them is meant. */
  named = false,
): readonly string[] {
  const byFile = new Map<string, Fix[]>();
  for (const { fix } of findings) {
    const file = fix?.edits[0]?.place.file;
    if (!fix || !file || !(fix.safe || alsoReview)) continue;
    if (
      (!named && (isKitFile(file) || isKitFile(files.followed(file) ?? file))) ||
      fix.edits.some((edit) => edit.place.file !== file)
    )
      continue;
    byFile.set(file, [...(byFile.get(file) ?? []), fix]);
  }
  const lines: string[] = [];
  for (const [file, fixes] of byFile) {
    const link = named ? null : files.linkIn(file);
    if (link !== null) {
      lines.push(`not fixed ${file}: ${link} is a link, and what it leads to is not written; mend it where it lies`);
      continue;
    }
    const bytes = bytesOf(files, file, named);
    if (!bytes) continue;
    const encoding = /\.ya?ml$/i.test(file) ? "utf8" : "latin1";
    const source = new SourceText(file, bytes.toString(encoding));
    const { splices, applied } = choose(source, fixes);
    let text = source.text;
    for (const { start, end, text: replacement } of splices) text = text.slice(0, start) + replacement + text.slice(end);
    writeNamedFile(files.root, file, Buffer.from(text, encoding));
    append(
      lines,
      applied.map((fix) => `fixed ${file}:${fix.edits[0]?.place.line}: ${fix.title}`),
    );
  }
  return lines;
}
