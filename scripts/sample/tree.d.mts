/** Folders of the repository that contain generated files only. */
export const GENERATED_FOLDERS: readonly string[];

/** Returns the whole sample: path below the repository -> bytes. */
export function sampleTree(): ReadonlyMap<string, Buffer>;
