import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Git } from "./git.ts";
import type { GitFile } from "./git-output.ts";
import { lfsPointer } from "./lfs-pointer.ts";
import { unixEnds, sameBytes } from "./git-same.ts";
import { readOrdinaryFile } from "./ordinary-file.ts";
import { LARGEST_FILE } from "./source-tree.ts";

/** The git modes of an ordinary file in a commit. */
export const FILE = /^100(?:644|755)$/;

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

/**
 * Returns the committed content as this checkout would have it. Returns the checkout's own bytes if they differ in line ends only; otherwise
 * uses CRLF if the checkout's file has CRLF.
 */
function asCheckedOut(committed: Buffer, here: Buffer | null): Buffer {
  if (here === null) return committed;
  if (sameBytes(here, committed)) return here;
  const crlf = here.includes("\r\n") && unixEnds(here).split("\n").length === here.toString("latin1").split("\r\n").length;
  if (!crlf || committed.includes("\r\n") || committed.includes(0)) return committed;
  return Buffer.from(committed.toString("latin1").replaceAll("\n", "\r\n"), "latin1");
}

/** Returns the content of a committed Git LFS pointer if it is downloaded; otherwise the committed bytes. */
function withContent(git: Git, committed: Buffer): Buffer {
  const pointer = lfsPointer(committed, committed.length);
  if (!pointer) return committed;
  const { sha256, size } = pointer;
  const bytes = bytesHere(git.lfsObjects, `${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`);
  const same = bytes?.length === size && createHash("sha256").update(bytes).digest("hex") === sha256;
  return same ? bytes : committed;
}

/** Returns the contents of files of a commit, each as this checkout would have it. Returns null if an object is not in this clone. */
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
