/** One entry of a zip, as its central directory describes it. */
export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly size: number;
  readonly compressedSize: number;
  readonly crc32: number;
  readonly flags: number;
  /** The Unix mode bits of a zip's entry; 0 if the archive was not made on Unix. */
  readonly mode: number;
  readonly folder: boolean;
  /** The offset of the entry's content in the zip, after its local header. */
  readonly offset: number;
}

/** The reason why an archive is refused. `entry` is null for the archive as a whole; `problem` is a full predicate about it. */
export interface ArchiveFault {
  readonly entry: string | null;
  readonly problem: string;
}

/**
 * The entries of a zip, with the result of checking its structure.
 * `faults` are refused in every archive. `deviations` occur in zips of other tools and never in a bundle: bytes that belong to no entry, extra
 * fields, other times. `gate` accepts them in a kit.
 */
export interface Archive {
  readonly entries: readonly ZipEntry[];
  readonly faults: readonly ArchiveFault[];
  readonly deviations: readonly ArchiveFault[];
}

/** The use of an archive: a vendor's kit, made by any tool, or a bundle, which has exactly one byte form. */
export type Purpose = "kit" | "bundle";
