/** Returns the files of a build (name -> bytes), and the sources and files of packages that are in them. */
export function bundle(
  name: "command" | "library" | "action",
): Promise<{ readonly files: ReadonlyMap<string, Buffer>; readonly inputs: readonly string[] }>;
