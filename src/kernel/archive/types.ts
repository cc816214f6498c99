/** One entry of a zip's central directory, as it stands there. */
export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly size: number;
  readonly compressedSize: number;
  readonly crc32: number;
  readonly flags: number;
  /** Unix mode bits, 0 when the archive was not made on Unix. */
  readonly mode: number;
  readonly folder: boolean;
  /** Of the entry's data, after its local header. */
  readonly offset: number;
}

/** Why an archive is refused: which entry (null: the archive as a whole), what is wrong, in words that stand on their own. */
export interface ArchiveFault {
  readonly entry: string | null;
  readonly problem: string;
}

/**
 * What was read of a zip. `faults` no archive may have. `deviations` are what other tools write as well and a bundle never has:
 * bytes that belong to no entry, extra fields, other times. A kit may have them (`gate`).
 */
export interface Archive {
  readonly entries: readonly ZipEntry[];
  readonly faults: readonly ArchiveFault[];
  readonly deviations: readonly ArchiveFault[];
}

/** A vendor's kit, made by any tool; or a bundle, which has one byte form. */
export type Purpose = "kit" | "bundle";
