/** The first eight bytes of a class file: magic, minor and major version (Java Virtual Machine Specification 4.1). */
export const CLASS_HEAD = 8;

const MAGIC = 0xcafebabe;

/** Major version of a class file (61 = Java 17, 65 = Java 21), or null when the bytes are none. */
export function classMajor(head: Uint8Array): number | null {
  if (head.length < CLASS_HEAD) return null;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  return view.getUint32(0) === MAGIC ? view.getUint16(6) : null;
}

/**
 * Classes that a runtime of any version loads: those below META-INF/versions are for newer runtimes only, and a module descriptor is
 * read by none that does not know modules. So neither raises the floor of a jar.
 */
export function countsForFloor(entry: string): boolean {
  return /\.class$/i.test(entry) && !/^META-INF\/versions\//i.test(entry) && !/(^|\/)module-info\.class$/.test(entry);
}

/** Java release of a class-file version. */
export const javaOf = (major: number): number => major - 44;
