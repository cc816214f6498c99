import { STORE, type ZipEntry, showName } from "../../kernel/index.ts";
import { MANIFEST_ENTRY } from "./manifest-rules.ts";

/** The reason why an archive is clearly no bundle: `problem` is a sentence without its subject, the archive; `help` is the next step. */
export interface NoBundle {
  readonly problem: string;
  readonly help: string;
}

const NEVER_HERE = "nothing was written";
const MAKE = "`tierwright bundle ENV`";

/**
 * Returns the reason why a zip is clearly no bundle, by the names and the compression of its entries. The caller can then print this reason
 * and only count the other faults.
 * @returns null if the archive can be a bundle
 */
export function noBundle(entries: readonly ZipEntry[]): NoBundle | null {
  if (entries.length === 0) return null;
  const paths = entries.map(({ name }) => name.replaceAll("\\", "/"));
  if (!paths.includes(MANIFEST_ENTRY)) {
    const wrapped = paths.find((path) => /^[^/]+\/manifest\.json$/.test(path));
    if (wrapped !== undefined) {
      return {
        problem: `was repacked: its files are in the folder ${showName(wrapped.slice(0, wrapped.indexOf("/")))}, but a bundle begins with ${MANIFEST_ENTRY}`,
        help: `use the original bundle, as ${MAKE} published it; ${NEVER_HERE}`,
      };
    }
    const inner = paths.find((path) => /\.zip$/i.test(path));
    const descriptor = paths.find((path) => /(^|\/)plugin\.xml$/i.test(path));
    if (descriptor !== undefined) {
      return {
        problem: `is a vendor's kit, not a bundle: it contains ${showName(descriptor)} and no ${MANIFEST_ENTRY}`,
        help: `build a bundle from it: \`tierwright kit import FILE --release RELEASE\`, then ${MAKE}; ${NEVER_HERE}`,
      };
    }
    if (inner !== undefined) {
      return {
        problem: `is a zip with ${showName(inner)} in it, not a bundle: it has no ${MANIFEST_ENTRY}`,
        help: `unpack it first, and name the bundle that is in it; ${NEVER_HERE}`,
      };
    }
    return {
      problem: `is a zip without ${MANIFEST_ENTRY}, so it is not a bundle; its first file is ${showName(paths[0] ?? "")}`,
      help: `build a bundle with ${MAKE}; ${NEVER_HERE}`,
    };
  }
  if (entries.every(({ method, size, folder }) => method === STORE || size === 0 || folder)) return null;
  return {
    problem: "was repacked by another program: a bundle's files are stored, but these are compressed",
    help: `use the original bundle, as ${MAKE} published it; ${NEVER_HERE}`,
  };
}
