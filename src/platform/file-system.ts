import type { Stats } from "node:fs";
import type { OrdinaryFile } from "./ordinary-file.ts";
import type { Stamp, Stamps } from "./stamp.ts";

/** The entry of a path in a file system. If it is not on disk, its stamp consists of zeros, which never match. */
export type FileEntry = Stamp & Pick<Stats, "isDirectory" | "isFile" | "isSymbolicLink">;

/** A file, folder or link in a listed folder. A link is not followed. */
export interface FolderEntry {
  readonly name: string;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

/**
 * The few calls from which a source tree is built. Paths are relative to its root, with '/'. They are not checked; errors have the codes of
 * the operating system (ENOENT, ELOOP).
 */
export interface FileSystem {
  /** Returns the file entry at a path without following a link at its end; undefined if there is none. */
  lstat(path: string): FileEntry | undefined;
  /** Returns the file entry to which a path leads after all links; undefined if there is none. */
  stat(path: string): FileEntry | undefined;
  /** Returns the real path in parts below the root; null if it is outside. Throws if the path does not exist. */
  real(path: string): readonly string[] | null;
  names(path: string): readonly FolderEntry[];
  read(path: string, largest: number, links: "follow" | "no"): OrdinaryFile;
  /** Returns the content of a file decoded as UTF-8, with the cheapest call of the runtime. */
  text(path: string): string;
  /** Returns the target of a link as it is written in the link. */
  link(path: string): string;
  /** Returns whether no file changed since the stamps were taken. */
  unchanged(stamps: Stamps): boolean;
}
