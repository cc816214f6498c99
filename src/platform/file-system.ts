import type { Stats } from "node:fs";
import type { OrdinaryFile } from "./ordinary-file.ts";
import type { Stamp, Stamps } from "./stamp.ts";

/** What lies at a path. The stamp of what lies on no disk has zeros, which prove nothing. */
export type FileEntry = Stamp & Pick<Stats, "isDirectory" | "isFile" | "isSymbolicLink">;

/** A name in a folder, its own link not followed. */
export interface FolderEntry {
  readonly name: string;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

/**
 * The few calls that a source tree is made of. Paths are relative to its root, with '/'. Nothing is judged here; errors have the codes of the
 * operating system (ENOENT, ELOOP).
 */
export interface FileSystem {
  /** Returns what lies at a path, its own link not followed; undefined: nothing. */
  lstat(path: string): FileEntry | undefined;
  /** Returns what lies where a path leads. */
  stat(path: string): FileEntry | undefined;
  /** Returns where a path leads when its links are followed, in parts below the root; null: out of it. Throws where it leads nowhere. */
  real(path: string): readonly string[] | null;
  names(path: string): readonly FolderEntry[];
  read(path: string, largest: number, links: "follow" | "no"): OrdinaryFile;
  /** Returns a file as UTF-8, in the cheapest call of the runtime. */
  text(path: string): string;
  /** Returns what a link leads to, as it is written in it. */
  link(path: string): string;
  /** Returns true when nothing changed since the stamps were taken. */
  unchanged(stamps: Stamps): boolean;
}
