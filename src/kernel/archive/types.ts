/** One entry of a zip, as its central directory describes it. */
export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly size: number;
  readonly compressedSize: number;
  readonly crc32: number;
  readonly flags: number;
  /** The Unix mode bits of a zip's entry; 0 if the entry was not made on Unix and its bits state no file type. */
  readonly mode: number;
  readonly folder: boolean;
  /** The offset in the zip at which the entry's content begins, after its local header. */
  readonly offset: number;
}

/** The reason why an archive is refused. `entry` is an entry's path, or null for the whole archive; `problem` is a predicate about it. */
export interface ArchiveFault {
  readonly entry: string | null;
  readonly problem: string;
}

/**
 * The entries of a zip, with the result of checking its structure.
 * For a fault, `gate` refuses every zip. For a deviation (bytes that belong to no entry, extra fields, other times), it refuses a bundle
 * but not a kit: zips of other programs have deviations, those of `ZipWriter` never.
 */
export interface Archive {
  readonly entries: readonly ZipEntry[];
  readonly faults: readonly ArchiveFault[];
  readonly deviations: readonly ArchiveFault[];
}

/** The use of an archive: a vendor's kit, made by any zip program, or a swap bundle, which has exactly one byte form. */
export type Purpose = "kit" | "bundle";
