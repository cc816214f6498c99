import { lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { partsBelow } from "./confined.ts";
import type { FileSystem } from "./file-system.ts";
import { isPlainFolder } from "./folders.ts";
import { readOrdinaryFile } from "./ordinary-file.ts";
import { ConfinedTree } from "./confined-tree.ts";
import type { OpenTree } from "./source-tree.ts";
import { areUnchanged, type Stamps } from "./stamp.ts";

const QUIET = { throwIfNoEntry: false } as const;

/** The file system of a source tree whose files are below a folder on disk. */
class DiskFiles implements FileSystem {
  #real: string | null = null;
  readonly #tops = new Map<string, boolean>();

  constructor(private readonly root: string) {}

  lstat(path: string) {
    return lstatSync(join(this.root, path), QUIET);
  }

  stat(path: string) {
    return statSync(join(this.root, path), QUIET);
  }

  real(path: string): readonly string[] | null {
    const real = realpathSync.native(join(this.root, path));
    // symbolic links above the repository are followed, because the user chose the repository's path
    this.#real ??= realpathSync.native(this.root);
    return partsBelow(this.#real, real);
  }

  names(path: string) {
    return readdirSync(join(this.root, path), { withFileTypes: true });
  }

  read(path: string, largest: number, links: "follow" | "no") {
    return readOrdinaryFile(join(this.root, path), largest, links);
  }

  text(path: string): string {
    return readFileSync(`${this.root}/${path}`, "utf8");
  }

  link(path: string): string {
    return readlinkSync(join(this.root, path));
  }

  /**
   * Returns whether no path changed since its stamp (inode, size, timestamps) was taken. Reads no file. Top-level folders such as
   * environments/ have no stamp; they must still be folders and not symbolic links.
   */
  unchanged(stamps: Stamps): boolean {
    let top = "";
    for (const path of stamps.paths) {
      if (top !== "" && path.startsWith(top)) continue;
      top = path.slice(0, path.indexOf("/") + 1) || `${path}/`;
      if (!this.#isPlainTop(top)) return false;
    }
    return areUnchanged(this.root, stamps);
  }

  #isPlainTop(top: string): boolean {
    let plain = this.#tops.get(top);
    if (plain === undefined) {
      plain = isPlainFolder(join(this.root, top));
      this.#tops.set(top, plain);
    }
    return plain;
  }
}

/** Returns access to the files below a folder on disk, without any check of their paths. */
export const diskFiles = (folder: string): FileSystem => new DiskFiles(folder);

/**
 * Returns the real path of a path, relative to the repository. Returns null if it is the repository itself, is outside of it or does not
 * exist.
 */
export function realPathIn(folder: string, path: string): string | null {
  try {
    const parts = diskFiles(folder).real(path);
    return parts === null || parts.length === 0 ? null : parts.join("/");
  } catch {
    return null;
  }
}

/**
 * Returns the first part of a path that is a symbolic link; null if none is. Writers refuse such a path, because the link redirects what
 * they write.
 */
export function linkIn(folder: string, path: string): string | null {
  const files = diskFiles(folder);
  const parts = path.split("/").map((_, i, all) => all.slice(0, i + 1).join("/"));
  return parts.find((part) => files.lstat(part)?.isSymbolicLink()) ?? null;
}

/** Returns the repository in a folder on disk, with every path checked before it is read. */
export const diskTree = (folder: string): OpenTree => new ConfinedTree(new DiskFiles(folder), { kind: "disk", folder });
