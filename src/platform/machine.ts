/** What a path is, without following links. `modified` in milliseconds since 1970. */
export interface Stat {
  readonly kind: "file" | "folder" | "link" | "other";
  readonly size: number;
  readonly modified: number;
  /** Owner's write bit, or the absence of Windows' read-only attribute. */
  readonly writable: boolean;
}

/**
 * The file system as the protocol uses it. Every method is one operation that may fail with the system's error; `rename` and
 * `replace` are the only ones that change what the tool or the connector can see. Paths are native and absolute.
 */
export interface SwapFiles {
  stat(path: string): Stat | null;
  /** Where a path leads in the end, links followed; null: nowhere. For what the tool would read there, never for what is written. */
  real(path: string): string | null;
  /** Names in a folder, unsorted. */
  list(path: string): readonly string[];
  /**
   * Of an ordinary file only, as `hash`: a link is not followed, and a pipe holds nobody up. A file of more than `largest` bytes is not
   * read (ERR_FS_FILE_TOO_LARGE).
   */
  read(path: string, largest?: number): Buffer;
  hash(path: string): { readonly size: number; readonly sha256: string };
  /** One level. `alone`: nobody but this account may look into it. */
  makeFolder(path: string, alone?: boolean): void;
  /**
   * Makes the file anew, writes and flushes it to the disk. What lies there, also a link or a pipe that somebody planted, is removed first and
   * never written through. `like`: it gets the mode, and where we may the owner, of that file, so that it is no more readable; null: it
   * is a new one.
   */
  write(path: string, chunks: Iterable<Uint8Array>, like?: string | null): void;
  /** Moves a file or folder where nothing lies yet; a folder in use fails with EACCES, EPERM or EBUSY. */
  rename(from: string, to: string): void;
  /** Moves a file over another one, or to where none lies. */
  replace(from: string, to: string): void;
  remove(path: string): void;
  /** An empty folder. */
  removeFolder(path: string): void;
  /** Fails where this account may not make a file in a folder; leaves nothing there, however it ends. */
  probe(folder: string): void;
  /** A folder of our own with everything in it; links inside are removed, never followed. */
  removeTree(path: string): void;
}

export interface ToolProcess {
  readonly pid: number;
  readonly name: string;
  readonly user: string | null;
  /** The path or argument that lies below the installation. */
  readonly path: string;
  /** ISO 8601 in UTC, null where the system does not say. */
  readonly started: string | null;
}

/** Gives a lock back; when it is done, another runner can take it. */
export type Release = () => void | Promise<void>;

/** Everything of the machine that a deploy looks at or changes. Tests give their own, with faults. */
export interface SwapWorld {
  readonly files: SwapFiles;
  readonly machine: string;
  readonly user: string;
  /** True where an open file blocks a rename, and names have no case. */
  readonly windows: boolean;
  /** How long a rename is tried again while something holds the file, in milliseconds. */
  readonly patience: number;
  now(): Date;
  /** Six hex digits that tell two runs of one second apart. */
  token(): string;
  pause(milliseconds: number): void;
  /** Bytes that may still be written to the disk of a folder; null where the system does not say. */
  free(folder: string): number | null;
  /** Processes whose program or arguments lie below a folder. */
  processes(folder: string): Promise<readonly ToolProcess[]>;
  /** Takes the lock that belongs to a .swap folder and gives back what releases it; null when another runner holds it. */
  lock(folder: string): Promise<Release | null>;
  /** Who holds that lock, in words, as far as the system tells; null: it does not. */
  lockHolder(folder: string): string | null;
  /** Leaves a folder that this process stands in, because that would hold it: gives where it stood; null: it stands elsewhere. */
  leave(folder: string): string | null;
  /** Told before each step of the protocol; `detail` names the file or stray. */
  reached(step: string, detail: string | null): void;
}
