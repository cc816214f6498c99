/** The largest size of a Git LFS pointer, in bytes (Git LFS specification). */
export const LONGEST_POINTER = 1024;
/** The start of every Git LFS pointer; the specification fixes the order of its lines. */
export const POINTER_START = "version https://";

/**
 * Returns size and SHA-256 of the content that a Git LFS pointer refers to; null if the file is no pointer.
 * @param head the first bytes of the file
 * @param size the size of the whole file in bytes
 */
export function lfsPointer(head: Uint8Array, size: number): { readonly size: number; readonly sha256: string } | null {
  if (size > LONGEST_POINTER) return null;
  const text = Buffer.from(head).toString("latin1");
  if (!/^version https:\/\/(git-lfs\.github\.com|hawser\.github\.com)\/spec\//.test(text)) return null;
  const oid = /^oid sha256:([0-9a-f]{64})\r?$/m.exec(text)?.[1];
  const bytes = /^size (\d+)\r?$/m.exec(text)?.[1];
  return oid === undefined || bytes === undefined ? null : { size: Number(bytes), sha256: oid };
}
