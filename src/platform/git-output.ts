/** A file of a commit, with its git mode and object hash. */
export interface GitFile {
  readonly path: string;
  readonly mode: string;
  readonly object: string;
}

/** Parses the output of `git ls-tree -z`, and removes `prefix` from the start of the paths. */
export function parseListing(output: string, prefix: string): readonly GitFile[] {
  return output.split("\0").flatMap((entry) => {
    const [, mode, object, path] = /^(\d+) \w+ ([0-9a-f]+)\t(.*)$/s.exec(entry) ?? [];
    return mode === undefined || object === undefined || path === undefined
      ? []
      : [{ path: path.slice(prefix.length), mode, object }];
  });
}

/**
 * Parses the output of `cat-file --batch` to contents by hash: before each content is a line with hash, kind and size, after it a line end.
 * Returns null if the output is truncated.
 */
export function batchOf(bytes: Buffer): ReadonlyMap<string, Buffer> | null {
  const found = new Map<string, Buffer>();
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(10, at);
    if (end < 0) return null;
    const [object = "", kind, size] = bytes.toString("latin1", at, end).split(" ");
    at = end + 1;
    if (kind === "missing") continue;
    const length = Number(size);
    if (!Number.isSafeInteger(length) || at + length >= bytes.length) return null;
    if (kind === "blob") found.set(object, bytes.subarray(at, at + length));
    at += length + 1;
  }
  return found;
}
