import { lstatSync, type Stats } from "node:fs";

/** What the file system says of a file or folder without reading it. A type of its own: a stamp is taken before its file is read. */
export type Stamp = Pick<Stats, "ino" | "size" | "mtimeMs" | "ctimeMs">;

/**
 * Stamps of several paths, as plain data. They prove that nothing changed since, where the file system's clock said `from` or later when
 * they were taken: a file that was written in the same tick of that clock may be written once more under the same stamp, which git calls
 * racily clean (docs/performance.md).
 */
export interface Stamps {
  readonly paths: readonly string[];
  /** Four a path: number, size, time of the content, time of the change. One list, because a run reads forty thousand of them. */
  readonly numbers: readonly number[];
  readonly from: number;
}

/** The longest tick of a file system's clock with parts of a second; Linux has at most 10 ms, Windows 16. */
const TICK_MS = 50;
/** FAT counts two seconds, others one: their times are whole. */
const COARSE_MS = 2_000;
const NUMBERS = 4;

/** False where the file system has no numbers or no time of change (FAT): then a stamp proves nothing. */
const tells = ({ ino, ctimeMs }: Stamp): boolean => ino !== 0 && ctimeMs !== 0;

/** When a file of this stamp can no longer be written again under the same one. */
function settledAt({ mtimeMs, ctimeMs }: Stamp): number {
  const whole = mtimeMs % 1000 === 0 && ctimeMs % 1000 === 0;
  // the time of change, too: an editor may put the other one back
  return Math.max(mtimeMs, ctimeMs) + (whole ? COARSE_MS : TICK_MS);
}

/** null: one of the stamps proves nothing. */
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

/** Paths with stamps that prove nothing: no file has them. */
export const unproven = (paths: readonly string[]): Stamps => ({ paths, numbers: [], from: 0 });

const QUIET = { throwIfNoEntry: false } as const;

/** True when every path below `base` still has its stamp; a link that came in the place of a file has another one. */
export function standing(base: string, { paths, numbers }: Stamps): boolean {
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
    return false; // it cannot be looked at: whoever reads it says why
  }
}

/** The stamps of paths below `base`; null where one is missing, is a link or proves nothing. */
export function stampsOf(base: string, paths: readonly string[]): Stamps | null {
  const stamps = new Map<string, Stamp>();
  for (const path of paths) {
    const stat = lstatSync(`${base}/${path}`, QUIET);
    if (!stat || stat.isSymbolicLink()) return null;
    stamps.set(path, stat);
  }
  return packStamps(stamps);
}
