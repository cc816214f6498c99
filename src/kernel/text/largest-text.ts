/**
 * Bytes of the largest text that is parsed in memory: settings, log4j2.xml, descriptors, the file that names the tool's row. A manifest has the
 * same limit, so that every bundle that is written can be read again.
 */
export const LARGEST_TEXT = 16 * 1024 * 1024;
