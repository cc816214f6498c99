/* The parts of the machine that a sweep uses. They are passed in, so that a test can pass others, with races. */

/** Entry at a path, links not followed. Device, inode and times have all 64 bits of the system. */
export interface Lying {
  readonly kind: "file" | "folder" | "link" | "other";
  readonly size: bigint;
  /** Last change of the content in nanoseconds since 1970. */
  readonly modified: bigint;
  readonly device: bigint;
  readonly inode: bigint;
}

/** One open folder: queries by name go to this folder, even if it was moved and another one took its place. */
export interface OpenFolder {
  readonly itself: Lying;
  stat(name: string): Lying | null;
  /** Deletes one name, never a folder. Throws the system's error. */
  remove(name: string): void;
}

/** Files as a sweep uses them. Paths are native and absolute. Every method can throw the system's error. */
export interface SweepFiles {
  stat(path: string): Lying | null;
  /** Returns the real path with links and junctions followed; null if it leads nowhere. */
  real(path: string): string | null;
  /** Returns the names in a folder, unsorted. */
  list(path: string): readonly string[];
  /** Returns the bytes of an ordinary file. Throws ERR_FS_FILE_TOO_LARGE for a larger one. */
  read(path: string, largest: number): Buffer;
  /** Opens a folder while `use` runs. Does not follow a link at the end of the path. */
  within<T>(folder: string, use: (open: OpenFolder) => T): T;
  /** Deletes an empty folder, not a link to one. */
  removeFolder(path: string): void;
  /** Returns whether a program has the file open, if the system reports that. Otherwise returns false, and deleting fails by itself. */
  inUse(path: string): boolean;
}

/** The machine of a sweep: its files, and the syntax of its paths. */
export interface SweepWorld {
  readonly files: SweepFiles;
  /** True if names are case-insensitive. */
  readonly windows: boolean;
  /** Folders in which nothing is swept, in addition to the tops of disks. */
  readonly tops: readonly string[];
  join(folder: string, name: string): string;
  split(path: string): { readonly folder: string; readonly name: string };
  /** Returns whether `inner` is `outer` or is below it. */
  contains(outer: string, inner: string): boolean;
}
