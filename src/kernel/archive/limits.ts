/**
 * Limits of the archives that are read: enough for kits of 300 MB with jars of up to 1 GB, and far below what fills a disk or takes a day.
 */
export const LIMITS = {
  /** The largest number of entries of a zip without zip64 records. Real kits have some hundred. */
  entries: 65_535,
  /** The largest size in bytes of all contents of an archive together. */
  total: 8 * 1024 ** 3,
  /** Highest ratio of unpacked to packed bytes, for contents above `ratioFrom` bytes. Text reaches 20; the limit of DEFLATE is 1,032. */
  ratio: 200,
  ratioFrom: 16 * 1024 * 1024,
  /** The largest size in bytes of a zip's central directory, which is read into memory as a whole. */
  directory: 64 * 1024 * 1024,
  /** The longest path of an entry in characters; with the tool's folder it stays below the 259 that Windows accepts. */
  path: 240,
  /**
   * The most segments of an entry's path. Plug-ins have fewer than ten; the limit bounds the work that a hostile list of names can cause.
   */
  depth: 32,
} as const;
