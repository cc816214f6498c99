/** Folders of the repository that hold nothing but what is generated. */
export const GENERATED_FOLDERS: readonly string[];

/** The whole sample: path below the repository to its bytes. */
export function sampleTree(): ReadonlyMap<string, Buffer>;
