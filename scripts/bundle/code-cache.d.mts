/** Makes the code cache of a built command beside its parts. */
export function writeCodeCache(cli: string): Promise<void>;
