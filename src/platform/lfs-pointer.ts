/** A pointer file is shorter than this (Git LFS specification). */
export const LONGEST_POINTER = 1024;
/** How every pointer begins; the specification orders its lines. */
export const POINTER_START = "version https://";

/** What a Git LFS pointer stands for, or null when the bytes are none. */
export function lfsPointer(head: Uint8Array, size: number): { readonly size: number; readonly sha256: string } | null {
  if (size > LONGEST_POINTER) return null;
  const text = Buffer.from(head).toString("latin1");
  if (!/^version https:\/\/(git-lfs\.github\.com|hawser\.github\.com)\/spec\//.test(text)) return null;
  const oid = /^oid sha256:([0-9a-f]{64})\r?$/m.exec(text)?.[1];
  const bytes = /^size (\d+)\r?$/m.exec(text)?.[1];
  return oid === undefined || bytes === undefined ? null : { size: Number(bytes), sha256: oid };
}
