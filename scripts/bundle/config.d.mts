/** Returns the files of one of the builds (name -> bytes), and the sources and packages' files that are in them. */
export function bundle(
  name: "command" | "library" | "action",
): Promise<{ readonly files: ReadonlyMap<string, Buffer>; readonly inputs: readonly string[] }>;
