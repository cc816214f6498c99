/*
 * The interfaces through which a deploy or sweep uses a workstation's machine: files, lock, processes. Tests pass other implementations,
 * with faults and races.
 */

/** The type, size and timestamp of a path, without following symbolic links. `modified` is in milliseconds since 1970. */
export interface Stat {
  readonly kind: "file" | "folder" | "link" | "other";
  readonly size: number;
  readonly modified: number;
  /** True if the owner can write: by the write bit, or without Windows' read-only attribute. */
  readonly writable: boolean;
}

/**
 * The file system as the swap protocol uses it. Every method is one operation that can fail with the system's error. Only `rename` and
 * `replace` change what the modeling tool or the connector can see. Paths are native and absolute.
 */
export interface SwapFiles {
  stat(path: string): Stat | null;
  /**
   * Returns the real path with all symbolic links followed; null if it leads nowhere. Used for paths that the modeling tool reads, never to
   * write.
   */
  real(path: string): string | null;
  /** Returns the names in a folder, unsorted. */
  list(path: string): readonly string[];
  /**
   * Reads an ordinary file, as `hash` does: a symbolic link is not followed, and a pipe does not block. Throws ERR_FS_FILE_TOO_LARGE for a
   * file of more than `largest` bytes.
   */
  read(path: string, largest?: number): Buffer;
  hash(path: string): { readonly size: number; readonly sha256: string };
  /**
   * Creates one folder.
   * @param alone true to restrict the folder to this account.
   */
  makeFolder(path: string, alone?: boolean): void;
  /**
   * Creates the file anew, writes it and flushes it to disk. First deletes whatever is there, also a planted symbolic link or pipe, and
   * never writes through it.
   * @param like a file whose mode, and owner if permitted, the new file gets, so that no additional account can read it; null for no such
   * file.
   * @param alone restricts a new file to this account; ignored if `like` exists, and on Windows.
   */
  write(path: string, chunks: Iterable<Uint8Array>, like?: string | null, alone?: boolean): void;
  /** Moves a file or folder to a path that does not exist yet. Fails with EACCES, EPERM or EBUSY for a folder in use. */
  rename(from: string, to: string): void;
  /** Moves a file over another one, or to a path that does not exist yet. */
  replace(from: string, to: string): void;
  remove(path: string): void;
  /** Removes an empty folder. */
  removeFolder(path: string): void;
  /** Throws if this account cannot create a file in a folder. Leaves no file in it in any case. */
  probe(folder: string): void;
  /** Deletes a folder that Tierwright created with its content. Deletes symbolic links inside without following them. */
  removeTree(path: string): void;
}

export interface ToolProcess {
  readonly pid: number;
  readonly name: string;
  readonly user: string | null;
  /** The path of the process's program, or its argument, that is below the modeling tool's folder. */
  readonly path: string;
  /** The start time in ISO 8601 in UTC; null if the system does not report it. */
  readonly started: string | null;
}

/**
 * Releases the lock of a .swap folder. When the release is done, another process that deploys (Tierwright or deploy.ps1) can take the lock.
 */
export type Release = () => void | Promise<void>;

/** The parts of the machine that a deploy reads or changes. Tests pass their own, with faults. */
export interface SwapWorld {
  readonly files: SwapFiles;
  readonly machine: string;
  readonly user: string;
  /** True if an open file blocks the rename of its folder and file names are case-insensitive, as on Windows. */
  readonly windows: boolean;
  /** The time for which a rename is retried while another process holds the file, in milliseconds. */
  readonly patience: number;
  now(): Date;
  /** Returns six hex digits that distinguish two deploys or rollbacks within the same second. */
  token(): string;
  pause(milliseconds: number): void;
  /** Returns the number of free bytes on the disk of a folder; null if the system does not report it. */
  free(folder: string): number | null;
  /** Returns the processes whose program is below a folder, and java programs with an argument below it. */
  processes(folder: string): Promise<readonly ToolProcess[]>;
  /**
   * Takes the lock of a .swap folder and returns the function that releases it; null if another process that deploys (Tierwright or
   * deploy.ps1) holds it.
   */
  lock(folder: string): Promise<Release | null>;
  /** Returns the lock holder in words; null if the system does not report it. */
  lockHolder(folder: string): string | null;
  /**
   * Changes the working directory of this process if it is at or below a folder, because it would block that folder's rename. Returns the
   * previous working directory, null if it was elsewhere.
   */
  leave(folder: string): string | null;
  /** Reports a step of the swap protocol before it is executed; `detail` names the file or the stale copy that it changes. */
  reached(step: string, detail: string | null): void;
}

/** The entry at a path; a symbolic link is not followed. Device, inode and times have all 64 bits of the system. */
export interface Lying {
  readonly kind: "file" | "folder" | "link" | "other";
  readonly size: bigint;
  /** The time of the last change of the content, in nanoseconds since 1970. */
  readonly modified: bigint;
  readonly device: bigint;
  readonly inode: bigint;
}

/** An open folder. Look-ups by name go to that folder, even if it was moved and another one took its place. */
export interface OpenFolder {
  readonly itself: Lying;
  stat(name: string): Lying | null;
  /** Deletes one file or symbolic link, never a folder. Throws the system's error. */
  remove(name: string): void;
}

/** Files as a sweep of old logs and captures uses them. Every method can throw the system's error. */
export interface SweepFiles extends Pick<SwapFiles, "real" | "list" | "removeFolder"> {
  stat(path: string): Lying | null;
  /** Returns the bytes of an ordinary file. Throws ERR_FS_FILE_TOO_LARGE for a larger one. */
  read(path: string, largest: number): Buffer;
  /** Opens a folder while `use` runs. Does not follow a symbolic link at the end of the path. */
  within<T>(folder: string, use: (open: OpenFolder) => T): T;
  /** Returns whether a program has the file open, if the system reports that. Otherwise returns false, and deleting fails by itself. */
  inUse(path: string): boolean;
}

/** The files that `sweep` can list and delete, and the syntax of their paths. */
export interface SweepWorld {
  readonly files: SweepFiles;
  /** True if file names are case-insensitive. */
  readonly windows: boolean;
  /** The folders in which `sweep` deletes nothing, in addition to the tops of disks. */
  readonly tops: readonly string[];
  join(folder: string, name: string): string;
  split(path: string): { readonly folder: string; readonly name: string };
  /** Returns whether `inner` is `outer` or is below it. */
  contains(outer: string, inner: string): boolean;
}
