/**
 * Returns the last name of a path. Slash and backslash both separate names, because a `-Collect` archive has Windows paths on any system.
 */
export const nameOf = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;

/** Returns the folder of a path, without a separator at its end. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.length - nameOf(path).length - 1));
