import { createHash } from "node:crypto";
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Git } from "./git.ts";
import { isGitName } from "./git-name.ts";
import type { GitFile } from "./git-output.ts";
import { lfsPointer } from "./lfs-pointer.ts";
import { unixEnds, sameBytes } from "./git-same.ts";
import { readOrdinaryFile } from "./ordinary-file.ts";
import { LARGEST_FILE, YAML } from "./repository-files.ts";

const LINK = "120000";
const FILE = /^100(?:644|755)$/;

/** What a check reads of releases/ ends here: kits are large, and no check reads them. */
const READ = /^(?:environments\/|templates\/|releases\/[^/]+$|releases\/[^/]+\/[^/]+$|releases\/[^/]+\/base\/)/;

/** A path that may be written below a folder of ours, on any system; a hostile tree may hold others, which no checkout has either. */
function isSafe(path: string): boolean {
  const parts = path.split("/");
  return parts.every((part) => part !== "" && part !== "." && part !== ".." && !/[\\:\0]/.test(part) && !isGitName(part));
}

const hashOf = (bytes: Buffer, algorithm: "sha1" | "sha256"): string =>
  createHash(algorithm).update(`blob ${bytes.length}\0`).update(bytes).digest("hex");

function bytesHere(root: string, path: string): Buffer | null {
  try {
    const read = readOrdinaryFile(join(root, path), LARGEST_FILE);
    return read.kind === "file" ? read.bytes : null;
  } catch {
    return null;
  }
}

/** The committed content as this checkout has files: its own bytes where they say the same, and CRLF where it has CRLF. */
function asCheckedOut(committed: Buffer, here: Buffer | null): Buffer {
  if (here === null) return committed;
  if (sameBytes(here, committed)) return here;
  const crlf = here.includes("\r\n") && unixEnds(here).split("\n").length === here.toString("latin1").split("\r\n").length;
  if (!crlf || committed.includes("\r\n") || committed.includes(0)) return committed;
  return Buffer.from(committed.toString("latin1").replaceAll("\n", "\r\n"), "latin1");
}

/** The content that a committed Git LFS pointer stands for, where it was fetched before; else the pointer. */
function withContent(git: Git, committed: Buffer): Buffer {
  const pointer = lfsPointer(committed, committed.length);
  if (!pointer) return committed;
  const { sha256, size } = pointer;
  const bytes = bytesHere(git.lfsObjects, `${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`);
  const same = bytes?.length === size && createHash("sha256").update(bytes).digest("hex") === sha256;
  return same ? bytes : committed;
}

/** Contents of files of a commit, each as this checkout would hold it; null where an object is not here. */
export async function contentsOf(git: Git, here: string, files: readonly GitFile[]): Promise<ReadonlyMap<string, Buffer> | null> {
  const algorithm = (files[0]?.object.length ?? 40) === 64 ? "sha256" : "sha1";
  const own = new Map(files.map(({ path, mode }) => [path, FILE.test(mode) ? bytesHere(here, path) : null]));
  const isSame = ({ path, object }: GitFile) => {
    const bytes = own.get(path);
    return bytes !== null && bytes !== undefined && hashOf(bytes, algorithm) === object;
  };
  const other = files.filter((file) => !isSame(file));
  const blobs = await git.blobs([...new Set(other.map(({ object }) => object))]);
  if (blobs === null || other.some(({ object }) => !blobs.has(object))) return null;
  return new Map(
    files.map(({ path, object }) => {
      const bytes = own.get(path) ?? null;
      const blob = blobs.get(object);
      return [path, blob === undefined ? (bytes as Buffer) : withContent(git, asCheckedOut(blob, bytes))];
    }),
  );
}

function write(folder: string, path: string, bytes: Buffer, made: Set<string>): void {
  const target = join(folder, path);
  const parent = dirname(target);
  if (!made.has(parent)) {
    mkdirSync(parent, { recursive: true });
    made.add(parent);
  }
  if (bytes.length <= LARGEST_FILE) writeFileSync(target, bytes);
  else {
    // as large as it is, without its content: nobody reads it
    writeFileSync(target, "");
    truncateSync(target, bytes.length);
  }
}

/** A link as it was committed; where none can be made, the file that git writes there. */
function link(folder: string, path: string, to: Buffer, made: Set<string>): void {
  try {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(to.toString("utf8"), join(folder, path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") write(folder, path, to, made);
  }
}

/**
 * Writes what a check reads of a config repository at a commit into an empty folder of our own. `here`: the config repository in the work
 * tree, which is only read. false: an object of the commit is not in this clone.
 */
export async function writeTree(git: Git, commit: string, here: string, folder: string): Promise<boolean> {
  const [listed, root] = [await git.files(commit), await git.rootFiles(commit)];
  if (listed === null || root === null) return false;
  const wanted = [...listed.filter(({ path }) => READ.test(path)), ...root.filter(({ path }) => YAML.test(path))];
  const files = wanted.filter(({ path, mode }) => (FILE.test(mode) || mode === LINK) && isSafe(path));
  const contents = await contentsOf(git, here, files);
  if (contents === null) return false;
  const made = new Set<string>();
  for (const { path, mode } of files) if (mode !== LINK) write(folder, path, contents.get(path) as Buffer, made);
  // after the files, so that none is written through a link
  for (const { path, mode } of files) if (mode === LINK) link(folder, path, contents.get(path) as Buffer, made);
  return true;
}
