import type { Span } from "../../kernel/index.ts";

/** One file of a kit: path inside the kit with '/', bytes, lower-case hex SHA-256 and, for a jar, the highest class-file version in it. */
export interface LockedFile {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  /** 61 = Java 17, 65 = Java 21; absent for what is not a jar, or a jar without classes. */
  readonly class?: number;
}

/** What the kit came in: an archive, or a folder (then without size and hash). */
export interface LockSource {
  readonly name: string;
  readonly size?: number;
  readonly sha256?: string;
  /** YYYY-MM-DD. */
  readonly imported?: string;
}

/** releases/<release>/kit.lock.yaml: what the kit of a release consists of (C6). */
export interface KitLock {
  readonly release: string;
  readonly source: LockSource | null;
  /** Sorted by path as the file has them. */
  readonly files: readonly LockedFile[];
}

/** The lock of a release in the model: every file with the place that findings about it stand on. */
export interface ReleaseLock extends KitLock {
  /** Relative to the repository, with '/'. */
  readonly path: string;
  readonly files: readonly (LockedFile & { readonly span: Span })[];
  /** Of the whole document. */
  readonly span: Span;
}
