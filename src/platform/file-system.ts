import type { Stats } from "node:fs";
import type { OrdinaryFile } from "./ordinary-file.ts";
import type { Stamp, Stamps } from "./stamp.ts";

/** Entry of a file system. The stamp of an entry that is not on disk consists of zeros, which never match. */
export type FileEntry = Stamp & Pick<Stats, "isDirectory" | "isFile" | "isSymbolicLink">;

/** A name in a folder; a link is reported as a link. */
export interface FolderEntry {
  readonly name: string;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

/**
 * The few calls from which a source tree is built. Paths are relative to its root, with '/'. Nothing is checked here; errors have the codes of
 * the operating system (ENOENT, ELOOP).
 */
export interface FileSystem {
  /** Returns the entry at a path without following a link; undefined if there is none. */
  lstat(path: string): FileEntry | undefined;
  /** Returns the entry that a path leads to; undefined if there is none. */
  stat(path: string): FileEntry | undefined;
  /** Returns the real path in parts below the root; null if it is outside. Throws if the path leads nowhere. */
  real(path: string): readonly string[] | null;
  names(path: string): readonly FolderEntry[];
  read(path: string, largest: number, links: "follow" | "no"): OrdinaryFile;
  /** Returns a file decoded as UTF-8, with the cheapest call of the runtime. */
  text(path: string): string;
  /** Returns the target of a link, as it is written in the link. */
  link(path: string): string;
  /** Returns whether nothing changed since the stamps were taken. */
  unchanged(stamps: Stamps): boolean;
}
