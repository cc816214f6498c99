/** Path below build/ and bytes of each file of an entry; `inputs`: the sources that are in them. */
export function bundleEntry(
  entry: "cli" | "index",
): Promise<{ readonly files: readonly (readonly [string, Buffer])[]; readonly inputs: readonly string[] }>;
