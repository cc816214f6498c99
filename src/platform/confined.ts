import { isAbsolute, relative, sep } from "node:path";
import type { FileEntry, FileSystem } from "./file-system.ts";
import { isGitName } from "./git-name.ts";

/**
 * The reason why a path of a repository is not read. `why` completes "cannot be read: ..."; `folder` is the folder above the path that
 * causes the refusal.
 */
export interface Refused {
  readonly why: string;
  readonly folder?: string;
}

/**
 * The file entry of an allowed path, undefined if nothing is there, or why the path is refused. A symbolic link at the path's end is not
 * followed.
 */
export type Placed = { readonly refused: Refused } | { readonly refused: null; readonly stat: FileEntry | undefined };

/** Folders in which symbolic links are refused: their files are copied byte for byte from a vendor's kit or from a workstation. */
const NO_LINKS = /^(?:releases\/[^/]+\/(?:base|kit)|environments\/[^/]+\/installed)(?:\/|$)/i;

const IN_GIT = "it lies in .git, where the history and the access data of the checkout are; no configuration is read from there";
const OUTSIDE = "a link leads out of the repository, and it is not followed: other files of this machine are not configuration";
const TOO_LONG = "its path has more than 4,096 characters: Linux opens none that long";
const LINK = "it is a link; base, kit and installed hold ordinary files and folders only";

/** The longest accepted path in characters. Linux opens paths of up to 4,096 bytes (PATH_MAX); Windows would allow 32,767. */
const LONGEST_PATH = 4_096;

/** Returns the parts of a real path below a folder. Returns null if the path is outside the folder. */
export function partsBelow(folder: string, path: string): readonly string[] | null {
  const inside = relative(folder, path);
  if (inside === "") return [];
  if (isAbsolute(inside)) return null;
  const parts = inside.split(sep);
  return parts[0] === ".." ? null : parts;
}

/**
 * The check that keeps reads inside the repository: it refuses a path whose real path leaves the repository or is in its .git. Links within
 * the repository are allowed, except in folders that must contain ordinary files only.
 */
export class Confinement {
  readonly #folders = new Map<string, Placed>();

  constructor(private readonly files: FileSystem) {}

  /** Returns the file entry of a path, or why the path is refused. Throws the file system's error if the path cannot be looked up. */
  place(path: string): Placed {
    if (path.length > LONGEST_PATH) return { refused: { why: TOO_LONG } };
    const slash = path.lastIndexOf("/");
    const refused = slash < 0 ? null : this.#folder(path.slice(0, slash));
    return refused ? { refused } : this.#own(path, path.slice(slash + 1));
  }

  #folder(folder: string): Refused | null {
    const known = this.#folders.get(folder);
    if (known) return known.refused;
    let placed: Placed;
    try {
      placed = this.place(folder);
    } catch {
      return null; // reading the path, which follows, reports the error
    }
    if (placed.refused) placed = { refused: { folder, ...placed.refused } };
    this.#folders.set(folder, placed);
    return placed.refused;
  }

  /** Returns the file entry of a folder that `place` has looked up before; undefined for any other. */
  readonly found = (folder: string): FileEntry | undefined => {
    const placed = this.#folders.get(folder);
    return placed?.refused === null ? placed.stat : undefined;
  };

  #own(path: string, name: string): Placed {
    if (name === "..") return { refused: { why: "it is outside the repository" } };
    if (isGitName(name)) return { refused: { why: IN_GIT } };
    const stat = this.files.lstat(path);
    if (!stat?.isSymbolicLink()) return { refused: null, stat };
    if (NO_LINKS.test(path)) return { refused: { why: LINK } };
    const why = this.#whyNotFollowed(path);
    return why === null ? { refused: null, stat } : { refused: { why } };
  }

  #whyNotFollowed(path: string): string | null {
    let parts: readonly string[] | null;
    try {
      parts = this.files.real(path);
    } catch {
      return null; // the symbolic link leads nowhere or in a circle, which reading the path reports
    }
    if (parts === null) return OUTSIDE;
    return parts.some(isGitName) ? IN_GIT : null;
  }
}
