/** What an archive may have at most: generous for kits of 300 MB with jars of up to 1 GB, and far below what fills a disk or a day. */
export const LIMITS = {
  /** As without zip64. Real kits have some hundred. */
  entries: 65_535,
  /** Bytes of all contents together. */
  total: 8 * 1024 ** 3,
  /** Bytes out of one byte in, for contents above `ratioFrom` bytes. Text reaches 20, DEFLATE ends at 1,032. */
  ratio: 200,
  ratioFrom: 16 * 1024 * 1024,
  /** Bytes of the central directory, which is held in memory as a whole. */
  directory: 64 * 1024 * 1024,
  /** Characters of a path. With the tool's folder before it, it stays below the 259 that Windows takes (D2). */
  path: 240,
  /** Segments of a path. Plug-ins have fewer than ten; it bounds the work that a hostile list of names can cause. */
  depth: 32,
} as const;
