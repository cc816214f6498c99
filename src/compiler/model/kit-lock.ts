import type { Span } from "../../kernel/index.ts";

/**
 * One file of a kit: its path inside the kit with '/', its size in bytes, its lower-case hex SHA-256 and, for a jar, the highest class-file
 * version in it.
 */
export interface LockedFile {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  /**
   * Highest class-file version in a jar (61 = Java 17, 65 = Java 21); absent for a file that is not a jar and for a jar without classes.
   */
  readonly class?: number;
}

/** The delivery that the kit came in: an archive, or a folder, which has no size and no digest. */
export interface LockSource {
  readonly name: string;
  readonly size?: number;
  readonly sha256?: string;
  /** Day on which the kit was imported (YYYY-MM-DD). */
  readonly imported?: string;
}

/** releases/<release>/kit.lock.yaml: the list of files of a release's kit. */
export interface KitLock {
  readonly release: string;
  readonly source: LockSource | null;
  /** The files of the kit in the order of kit.lock.yaml, which is sorted by path. */
  readonly files: readonly LockedFile[];
}

/** The kit.lock.yaml of a release with the places that findings refer to. */
export interface ReleaseLock extends KitLock {
  /** The path of kit.lock.yaml, relative to the repository, with '/'. */
  readonly path: string;
  readonly files: readonly (LockedFile & { readonly span: Span })[];
  /** The range of the whole kit.lock.yaml. */
  readonly span: Span;
}
