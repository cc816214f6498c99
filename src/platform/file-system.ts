import type { Stats } from "node:fs";
import type { OrdinaryFile } from "./ordinary-file.ts";
import type { Stamp, Stamps } from "./stamp.ts";

/**
 * The file entry of a path: its kind and its stamp. An entry that is not on disk has a stamp of zeros, which never equals a recorded one.
 */
export type FileEntry = Stamp & Pick<Stats, "isDirectory" | "isFile" | "isSymbolicLink">;

/** A file, folder or symbolic link in a listed folder. A link is not followed. */
export interface FolderEntry {
  readonly name: string;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

/**
 * The few calls from which a source tree is built. Paths are relative to the tree's root, with '/'. They are not checked; errors have the
 * codes of the operating system (ENOENT, ELOOP).
 */
export interface FileSystem {
  /** Returns the file entry at a path without following a symbolic link at its end; undefined if there is none. */
  lstat(path: string): FileEntry | undefined;
  /** Returns the file entry to which a path leads after all symbolic links; undefined if there is none. */
  stat(path: string): FileEntry | undefined;
  /** Returns the real path in parts below the root; null if it is outside. Throws if the path does not exist. */
  real(path: string): readonly string[] | null;
  names(path: string): readonly FolderEntry[];
  read(path: string, largest: number, links: "follow" | "no"): OrdinaryFile;
  /** Returns the content of a file decoded as UTF-8, with the cheapest call of the runtime. */
  text(path: string): string;
  /** Returns the target of a symbolic link as it is written in the link. */
  link(path: string): string;
  /** Returns whether the files of all given stamps are unchanged since the stamps were taken. */
  unchanged(stamps: Stamps): boolean;
}
