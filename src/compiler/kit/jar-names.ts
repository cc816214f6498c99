import { type ByteSource, readZip } from "../../kernel/index.ts";

/**
 * Returns true if a jar contains the class, also if only below META-INF/versions, for newer Java releases. Returns null if the jar's list
 * of entries cannot be read.
 */
export function jarHolds(source: ByteSource, className: string): boolean | null {
  const { entries, faults } = readZip(source);
  if (faults.length > 0 && entries.length === 0) return null;
  const path = `${className.replaceAll(".", "/")}.class`;
  return entries.some(({ name }) => name === path || (name.startsWith("META-INF/versions/") && name.endsWith(`/${path}`)));
}
