import { append } from "../kernel/index.ts";
import { createHash } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { Confinement } from "./confined.ts";
import { diskFiles } from "./disk-tree.ts";
import { isFolder } from "./folders.ts";
import { LONGEST_POINTER, lfsPointer } from "./lfs-pointer.ts";
import { isGitName } from "./git-name.ts";
import { fileChunks } from "./ordinary-file.ts";
import { describeError } from "./confined-tree.ts";

/**
 * Environment variable with the path of a folder that contains one kit folder for each release, for repositories that do not contain their
 * kits.
 */
export const KITS_VARIABLE = "TIERWRIGHT_KITS";

/** A file of kit.lock.yaml: path with '/', size in bytes, SHA-256 in lower-case hex. */
export interface ExpectedFile {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

/** The folder of a release's kit, or the places that were searched for it, each with the fault. */
export type KitLocation =
  | { readonly kind: "found"; readonly folder: string; readonly where: "repository" | typeof KITS_VARIABLE }
  | { readonly kind: "unavailable"; readonly looked: readonly string[] };

/** The content of a folder: ordinary files, and the entries that a kit cannot contain. */
export interface FolderListing {
  /** The ordinary files by path, in code unit order. */
  readonly files: readonly { readonly path: string; readonly size: number }[];
  /** The symbolic links, devices and unreadable entries, each with the reason against it. */
  readonly odd: readonly { readonly path: string; readonly why: string }[];
}

/**
 * A difference between a kit and its kit.lock.yaml. `pointer` means that a Git LFS pointer is in the place of the file; `found` is then the
 * content that the pointer names.
 */
export interface KitDifference {
  readonly path: string;
  readonly problem: "changed" | "missing" | "extra" | "pointer" | "unreadable";
  readonly expected: { readonly size: number; readonly sha256: string } | null;
  readonly found: { readonly size: number; readonly sha256: string | null } | null;
  /** The reason why the file cannot be read; otherwise "". */
  readonly why: string;
}

/**
 * Returns the folder of a release's kit: releases/<release>/<root> in the repository, else $TIERWRIGHT_KITS/<release>.
 * @param inRepository the kit's folder relative to the repository with '/', null if release.yaml names one outside of it.
 */
export function locateKit(
  repository: string,
  release: string,
  inRepository: string | null,
  kits: string | undefined,
): KitLocation {
  const looked: string[] = [];
  if (inRepository === null) looked.push("kit.root of release.yaml leads out of the repository");
  else {
    const folder = join(repository, inRepository);
    const why = whyNotInRepository(repository, inRepository);
    if (why === null && isFolder(folder)) return { kind: "found", folder, where: "repository" };
    looked.push(why ?? `${inRepository} is not a folder`);
  }
  if (kits === undefined || kits.trim() === "") looked.push(`${KITS_VARIABLE} is not set`);
  else {
    const folder = join(resolve(repository, kits), release);
    if (isFolder(folder)) return { kind: "found", folder, where: KITS_VARIABLE };
    looked.push(`${KITS_VARIABLE} has no folder '${release}'`);
  }
  return { kind: "unavailable", looked };
}

/**
 * Returns why a folder of the repository is refused as a kit: a symbolic link in its path, or a path that leads out. Returns null if it is
 * allowed.
 */
function whyNotInRepository(repository: string, folder: string): string | null {
  try {
    const placed = new Confinement(diskFiles(repository)).place(folder);
    if (placed.refused) return `${placed.refused.folder ?? folder} is not read: ${placed.refused.why}`;
    return placed.stat?.isSymbolicLink() ? `${folder} is a link, and a kit's folder is an ordinary one` : null;
  } catch (error) {
    return `${folder} cannot be read: ${describeError(error)}`;
  }
}

/**
 * Returns every file below a folder without following symbolic links. Throws the file system's error if the folder itself cannot be listed.
 */
export function listFolder(folder: string): FolderListing {
  const files: { path: string; size: number }[] = [];
  const odd: { path: string; why: string }[] = [];
  const visit = (path: string) => {
    for (const entry of readdirSync(join(folder, path), { withFileTypes: true })) {
      const inner = path === "" ? entry.name : `${path}/${entry.name}`;
      try {
        if (isGitName(entry.name)) odd.push({ path: inner, why: "it is named .git: a git history is no file of a kit" });
        else if (entry.isSymbolicLink()) odd.push({ path: inner, why: "it is a link; a kit holds files and folders only" });
        else if (entry.isDirectory()) visit(inner);
        else if (entry.isFile()) files.push({ path: inner, size: statSync(join(folder, inner)).size });
        else odd.push({ path: inner, why: "it is not an ordinary file" });
      } catch (error) {
        odd.push({ path: inner, why: describeError(error) });
      }
    }
  };
  visit("");
  const byPath = (a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
  return { files: files.sort(byPath), odd: odd.sort(byPath) };
}

/** Returns size, SHA-256 and first bytes (`head`) of a file, read in pieces. Throws the file system's error. */
export function hashFile(path: string): { readonly size: number; readonly sha256: string; readonly head: Buffer } {
  const hash = createHash("sha256");
  let size = 0;
  let head = Buffer.alloc(0);
  for (const piece of fileChunks(path)) {
    if (size === 0) head = Buffer.from(piece.subarray(0, LONGEST_POINTER));
    hash.update(piece);
    size += piece.length;
  }
  return { size, sha256: hash.digest("hex"), head };
}

function compareFile(folder: string, expected: ExpectedFile): KitDifference | null {
  const { path, size, sha256 } = expected;
  const wanted = { size, sha256 };
  try {
    const found = hashFile(join(folder, path));
    if (found.size === size && found.sha256 === sha256) return null;
    const pointer = lfsPointer(found.head, found.size);
    if (pointer) return { path, problem: "pointer", expected: wanted, found: pointer, why: "" };
    return { path, problem: "changed", expected: wanted, found: { size: found.size, sha256: found.sha256 }, why: "" };
  } catch (error) {
    return { path, problem: "unreadable", expected: wanted, found: null, why: describeError(error) };
  }
}

/**
 * Returns every difference between a kit's folder and the files of kit.lock.yaml, sorted by path. Throws the file system's error if the
 * folder itself cannot be listed.
 * @param how `names`: compares the list of files without reading them, for a caller that hashes what it copies.
 */
export function compareKit(
  folder: string,
  expected: readonly ExpectedFile[],
  how: { readonly names?: boolean } = {},
): readonly KitDifference[] {
  const { files, odd } = listFolder(folder);
  const wanted = new Map(expected.map(({ path, size, sha256 }) => [path, { size, sha256 }]));
  const present = new Set(files.map((file) => file.path));
  const differences: KitDifference[] = odd.map(({ path, why }) => {
    return { path, problem: "unreadable", expected: wanted.get(path) ?? null, found: null, why };
  });
  const strange = new Set(odd.map((item) => item.path));
  for (const { path, size } of files) {
    if (!wanted.has(path)) differences.push({ path, problem: "extra", expected: null, found: { size, sha256: null }, why: "" });
  }
  for (const file of expected) {
    const { path, size, sha256 } = file;
    if (strange.has(path)) continue;
    if (!present.has(path)) differences.push({ path, problem: "missing", expected: { size, sha256 }, found: null, why: "" });
    else if (!how.names)
      append(
        differences,
        [compareFile(folder, file)].filter((difference) => difference !== null),
      );
  }
  return differences.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}
