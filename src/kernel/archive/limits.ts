/** Limits of the zip archives that Tierwright reads: far above every vendor's kit, and low enough that no hostile archive fills a disk. */
export const LIMITS = {
  /** The largest number of entries of a zip: as many as are possible without zip64 records. A vendor's kit has some hundred. */
  entries: 65_535,
  /** The largest size in bytes of all unpacked contents of an archive together. */
  total: 8 * 1024 ** 3,
  /** The highest ratio of unpacked to packed bytes of an entry above `ratioFrom` unpacked bytes. Text reaches 20; DEFLATE allows 1,032. */
  ratio: 200,
  ratioFrom: 16 * 1024 * 1024,
  /** The largest size in bytes of a zip's central directory, which is read into memory as a whole. */
  directory: 64 * 1024 * 1024,
  /** The longest path of an entry in characters: below the folder of the modeling tool, it must not exceed the 259 that Windows accepts. */
  path: 240,
  /** The most segments of an entry's path. Entries of a kit have fewer than ten; the limit bounds the work that hostile names can cause. */
  depth: 32,
} as const;
