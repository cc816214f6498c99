import { STORE, type ZipEntry, showName } from "../../kernel/index.ts";
import { MANIFEST_ENTRY } from "./manifest-rules.ts";

/** A description of an archive that is clearly not a bundle: a text that follows "it", and help. */
export interface NoBundle {
  readonly problem: string;
  readonly help: string;
}

const NEVER_HERE = "nothing was written";
const MAKE = "`tierwright bundle ENV`";

/**
 * Recognizes other kinds of archives by names alone, because listing every fault as a bundle would not help (D2).
 * @returns null if it can be a bundle; its faults then say what is wrong.
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
