import { basename, join, resolve } from "node:path";
import {
  type ArchiveFault,
  ArchiveRefused,
  type ByteSource,
  contentOf,
  gate,
  isRefusal,
  namesGate,
  readZip,
  systemCode,
  withSlashes,
  wrongUse,
} from "../../../kernel/index.ts";
import { type ReleaseFolder, describeError, hashFile, isFolder, listFolder, readingFileAsync } from "../../../platform/index.ts";
import type { LockSource } from "../../model/kit-lock.ts";

/** A file of an import's source after it was copied to the staging folder of the release. */
export interface TakenFile {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

/** The result of copying an import's source: its files, or every reason why it is refused. */
export type Taken =
  | { readonly source: LockSource; readonly files: readonly TakenFile[]; readonly faults: readonly [] }
  | { readonly source: LockSource; readonly files: null; readonly faults: readonly ArchiveFault[] };

const CHUNK = 1024 * 1024;

function* piecesOf(bytes: ByteSource): Generator<Buffer> {
  for (let at = 0; at < bytes.size; at += CHUNK) yield bytes.read(at, Math.min(CHUNK, bytes.size - at));
}

async function takeZip(zip: ByteSource, source: LockSource, into: ReleaseFolder): Promise<Taken> {
  const archive = readZip(zip);
  const faults = [...gate(archive, "kit")];
  if (faults.length > 0) return { source, files: null, faults };
  into.open();
  const files: TakenFile[] = [];
  for (const entry of archive.entries) {
    if (entry.folder) continue;
    const path = withSlashes(entry.name);
    try {
      files.push({ path, ...(await into.take(path, contentOf(zip, entry))) });
    } catch (error) {
      // faults in the contents of entries are collected and not thrown, because people need all reasons at once
      if (!(error instanceof ArchiveRefused)) throw error;
      faults.push({ entry: entry.name, problem: error.problem });
    }
  }
  return faults.length > 0 ? { source, files: null, faults } : { source, files, faults: [] };
}

async function takeFolder(folder: string, source: LockSource, into: ReleaseFolder): Promise<Taken> {
  const { files: listed, odd } = listFolder(folder);
  const faults = [
    ...odd.map(({ path, why }) => ({ entry: path, problem: why.replace(/^it /, "") })),
    ...namesGate(
      listed.map(({ path }) => path),
      "kit",
    ),
  ];
  if (faults.length > 0) return { source, files: null, faults };
  into.open();
  const files: TakenFile[] = [];
  for (const { path } of listed) {
    const take = (bytes: ByteSource) => into.take(path, piecesOf(bytes));
    files.push({ path, ...(await readingFileAsync(join(resolve(folder), path), take)) });
  }
  return { source, files, faults: [] };
}

/**
 * Copies a vendor's folder or zip into the staging folder of a release. A hostile archive or file name is refused with every reason, and
 * nothing is written to the release's folder. Throws a Refusal (wrong use, exit 2) if the source cannot be read.
 * @param day Day of the import (YYYY-MM-DD).
 */
export async function takeSource(cwd: string, named: string, day: string, into: ReleaseFolder): Promise<Taken> {
  const path = resolve(cwd, named);
  const name = basename(path);
  if (isFolder(path)) {
    try {
      return await takeFolder(path, { name, imported: day }, into);
    } catch (error) {
      if (isRefusal(error) || !systemCode(error)) throw error;
      throw wrongUse(`${named} cannot be read: ${describeError(error)}`, "nothing was changed");
    }
  }
  return readingFileAsync(path, async (zip) => {
    const { size, sha256 } = hashFile(path);
    return takeZip(zip, { name, size, sha256, imported: day }, into);
  });
}
