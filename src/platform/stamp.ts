import { lstatSync, type Stats } from "node:fs";

/** The file attributes that reveal a change without reading the file. A stamp is taken before its file is read. */
export type Stamp = Pick<Stats, "ino" | "size" | "mtimeMs" | "ctimeMs">;

/**
 * Stamps of several paths, as plain data. Equal stamps prove that nothing changed only if the file system's clock was at `from` or later
 * when the stamps were taken: before that, a file can be written again within one clock tick and keep its stamp, which git calls racily
 * clean (docs/performance.md).
 */
export interface Stamps {
  readonly paths: readonly string[];
  /**
   * Four numbers for each path: inode, size, modification time (mtime), change time (ctime). One flat list, because a large repository has
   * many.
   */
  readonly numbers: readonly number[];
  readonly from: number;
}

/** Longest clock tick of file systems with fractions of a second: at most 10 ms on Linux, 16 ms on Windows. */
const TICK_MS = 50;
/** Longest clock tick of file systems with whole seconds: two seconds on FAT, one on others. */
const COARSE_MS = 2_000;
const NUMBERS = 4;

/** Returns whether a stamp can prove that a file is unchanged: on a file system without inode numbers or change times (FAT), none can. */
const tells = ({ ino, ctimeMs }: Stamp): boolean => ino !== 0 && ctimeMs !== 0;

/** Returns the time in milliseconds after which any further write to the file must change its stamp. */
function settledAt({ mtimeMs, ctimeMs }: Stamp): number {
  const whole = mtimeMs % 1000 === 0 && ctimeMs % 1000 === 0;
  // the change time is used too, because an editor can restore the modification time
  return Math.max(mtimeMs, ctimeMs) + (whole ? COARSE_MS : TICK_MS);
}

/** Packs stamps by path into two lists. Returns null if one of them cannot prove that its file is unchanged. */
export function packStamps(stamps: ReadonlyMap<string, Stamp>): Stamps | null {
  const numbers: number[] = [];
  let from = 0;
  for (const stamp of stamps.values()) {
    if (!tells(stamp)) return null;
    from = Math.max(from, settledAt(stamp));
    numbers.push(stamp.ino, stamp.size, stamp.mtimeMs, stamp.ctimeMs);
  }
  return { paths: [...stamps.keys()], numbers, from };
}

/** Returns the stamps of paths without numbers. They match no file, so the paths are always read again. */
export const stampsWithoutProof = (paths: readonly string[]): Stamps => ({ paths, numbers: [], from: 0 });

const QUIET = { throwIfNoEntry: false } as const;

/** Returns whether every path below `base` still has its stamp. A symbolic link that replaced a file has a different stamp. */
export function areUnchanged(base: string, { paths, numbers }: Stamps): boolean {
  let at = 0;
  try {
    for (const path of paths) {
      const stat = lstatSync(`${base}/${path}`, QUIET);
      if (
        !stat ||
        stat.ino !== numbers[at] ||
        stat.size !== numbers[at + 1] ||
        stat.mtimeMs !== numbers[at + 2] ||
        stat.ctimeMs !== numbers[at + 3]
      )
        return false;
      at += NUMBERS;
    }
    return true;
  } catch {
    return false; // the path is then read, which reports the error
  }
}

/** Returns the stamps of paths below `base`. Returns null if one is missing, is a symbolic link, or has no usable stamp. */
export function stampsOf(base: string, paths: readonly string[]): Stamps | null {
  const stamps = new Map<string, Stamp>();
  for (const path of paths) {
    const stat = lstatSync(`${base}/${path}`, QUIET);
    if (!stat || stat.isSymbolicLink()) return null;
    stamps.set(path, stat);
  }
  return packStamps(stamps);
}
