/* What a sweep asks of the machine; given to it, so that a test gives it another one, with races. */

/** What lies at a path itself, links not followed. Device, inode and times have all 64 bits that the system gives. */
export interface Lying {
  readonly kind: "file" | "folder" | "link" | "other";
  readonly size: bigint;
  /** Last change of the content, nanoseconds since 1970. */
  readonly modified: bigint;
  readonly device: bigint;
  readonly inode: bigint;
}

/** One folder that was opened: what is asked of a name goes to this folder, wherever it was moved and whatever took its place. */
export interface OpenFolder {
  readonly itself: Lying;
  stat(name: string): Lying | null;
  /** Takes away one name. A folder is never removed by it. Throws the system's error. */
  remove(name: string): void;
}

/** Files as a sweep uses them. Paths are native and absolute; every method may throw the system's error. */
export interface SweepFiles {
  stat(path: string): Lying | null;
  /** Where a path leads in the end, links and junctions followed; null: nowhere. */
  real(path: string): string | null;
  /** Names in a folder, unsorted. */
  list(path: string): readonly string[];
  /** The bytes of an ordinary file; a larger one is an error (ERR_FS_FILE_TOO_LARGE). */
  read(path: string, largest: number): Buffer;
  /** Opens a folder for as long as `use` runs. A link at the end of the path is not followed. */
  within<T>(folder: string, use: (open: OpenFolder) => T): T;
  /** An empty folder, and no link to one. */
  removeFolder(path: string): void;
  /** Some program has the file open, as far as the system tells; where it does not, deleting fails by itself. */
  inUse(path: string): boolean;
}

/** The machine of a sweep: its files, and how it writes paths. */
export interface SweepWorld {
  readonly files: SweepFiles;
  /** Names have no case. */
  readonly windows: boolean;
  /** Folders that nothing is swept in, whatever lies there, beside the tops of disks. */
  readonly tops: readonly string[];
  join(folder: string, name: string): string;
  split(path: string): { readonly folder: string; readonly name: string };
  /** Is a folder another one, or is it below it? */
  contains(outer: string, inner: string): boolean;
}
