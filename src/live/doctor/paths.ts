/** The last name of a path as either system writes it: an archive holds those of Windows wherever it is read. */
export const nameOf = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;

/** The folder that a path lies in, without a separator at its end. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.length - nameOf(path).length - 1));
