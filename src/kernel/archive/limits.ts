/** Upper bounds of an archive: generous for kits of 300 MB with jars of up to 1 GB, and far below what fills a disk or takes a day. */
export const LIMITS = {
  /** Most entries of a zip without zip64 records. Real kits have some hundred. */
  entries: 65_535,
  /** Bytes of all contents together. */
  total: 8 * 1024 ** 3,
  /** Highest ratio of unpacked to packed bytes, for contents above `ratioFrom` bytes. Text reaches 20; the limit of DEFLATE is 1,032. */
  ratio: 200,
  ratioFrom: 16 * 1024 * 1024,
  /** Bytes of the central directory, which is read into memory as a whole. */
  directory: 64 * 1024 * 1024,
  /** Characters of a path. Together with the tool's folder it stays below the 259 characters that Windows accepts (D2). */
  path: 240,
  /** Segments of a path. Plug-ins have fewer than ten; the limit bounds the work that a hostile list of names can cause. */
  depth: 32,
} as const;
