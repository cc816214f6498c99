/**
 * The size in bytes of the largest text file that Tierwright parses in memory: properties files, log4j2.xml, plug-in descriptors, the file
 * that names the installed tool's matrix row. The manifest of a bundle has this limit too, when written and when read.
 */
export const LARGEST_TEXT = 16 * 1024 * 1024;
