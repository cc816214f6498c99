import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

/** The parts of a single executable that take the place of files next to the running one (scripts/executable/loader.cjs). */
interface Executable {
  /** Returns the exports of a built file of the executable, by its name. */
  load(name: string): unknown;
  /** The first script of a thread, which loads the built file that its arguments name. */
  readonly thread: string;
  /** Returns the text of a page or recipe of the package; null if the executable lacks it. */
  text(path: string): string | null;
}

/** Returns the parts of the single executable that runs this code; null if Node runs it from files. */
export const executable = (): Executable | null =>
  (globalThis as { readonly [name: symbol]: Executable | undefined })[Symbol.for("tierwright.executable")] ?? null;

/**
 * Returns the path of a built entry (a file of build/) that is in the folder of the running file or in the folder above it; in a single
 * executable the entry's name. Returns null if the code runs from its sources (tests).
 */
export function builtEntry(name: string): string | null {
  if (executable() !== null) return name;
  const candidates = [`./${name}`, `../${name}`].map((path) => fileURLToPath(new URL(path, import.meta.url)));
  return candidates.find((path) => existsSync(path)) ?? null;
}

/** Returns the exports of an entry, from the path or name that `builtEntry` returned. */
export const loadEntry = async (path: string): Promise<unknown> => executable()?.load(path) ?? import(pathToFileURL(path).href);

/** Returns the version of the Node in the single executable that runs this code; null if Node runs it from files. */
export const nodeInside = (): string | null => (executable() === null ? null : process.versions.node);

/**
 * Returns the text of a file that the package carries beside its code, such as 'docs/rollout.md'; null if this installation lacks it.
 * @param path a path from the list of pages or recipes, never a user's own
 */
export function packagedText(path: string): string | null {
  const inside = executable();
  if (inside) return inside.text(path);
  // `path` begins at the package's root: '..' as seen from build/cli.cjs, '../..' from a file of build/chunks/ or src/platform/
  const candidates = [`../${path}`, `../../${path}`].map((from) => fileURLToPath(new URL(from, import.meta.url)));
  const found = candidates.find((file) => existsSync(file));
  return found === undefined ? null : readFileSync(found, "utf8");
}
