/** The number of bytes that hold a class file's magic, minor and major version (Java Virtual Machine Specification 4.1). */
export const CLASS_HEAD = 8;

const MAGIC = 0xcafebabe;

/** Returns the major version of a class file (61 = Java 17, 65 = Java 21), or null if the bytes are not a class file. */
export function classMajor(head: Uint8Array): number | null {
  if (head.length < CLASS_HEAD) return null;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  return view.getUint32(0) === MAGIC ? view.getUint16(6) : null;
}

/**
 * Returns whether an entry of a jar counts for the lowest Java release that can load the jar. Classes below META-INF/versions are for newer runtimes
 * only, and a runtime that does not know modules does not read a module descriptor, so neither counts.
 */
export function countsForFloor(entry: string): boolean {
  return /\.class$/i.test(entry) && !/^META-INF\/versions\//i.test(entry) && !/(^|\/)module-info\.class$/.test(entry);
}

/** Returns the Java release of a class-file version. */
export const javaOf = (major: number): number => major - 44;
