import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

/**
 * The parts of Tierwright's single executable (Node and Tierwright in one file) that replace files of an installation
 * (scripts/executable/loader.cjs).
 */
interface Executable {
  /** Returns the exports of a built file of the executable, by its name. */
  load(name: string): unknown;
  /** The script, as text, with which a worker thread starts. It loads the built file that the thread's arguments name. */
  readonly thread: string;
  /** Returns the text of a documentation page or recipe; null if the executable lacks it. */
  text(path: string): string | null;
}

/** Returns the parts of Tierwright's single executable if it runs this code; null if Node runs Tierwright from files. */
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

/** Returns the exports of a built entry (a file of build/), from the path or name that `builtEntry` returned. */
export const loadEntry = async (path: string): Promise<unknown> => executable()?.load(path) ?? import(pathToFileURL(path).href);

/** Returns the version of Node inside Tierwright's single executable; null if an installed Node runs Tierwright from files. */
export const nodeInside = (): string | null => (executable() === null ? null : process.versions.node);

/**
 * Returns the text of a file that the package carries beside its code, such as 'docs/rollout.md'; null if this installation lacks it.
 * @param path a path from Tierwright's own list of pages or recipes, never one that a user named
 */
export function packagedText(path: string): string | null {
  const inside = executable();
  if (inside) return inside.text(path);
  // `path` begins at the package's root: '..' as seen from build/cli.cjs, '../..' from a file of build/chunks/ or src/platform/
  const candidates = [`../${path}`, `../../${path}`].map((from) => fileURLToPath(new URL(from, import.meta.url)));
  const found = candidates.find((file) => existsSync(file));
  return found === undefined ? null : readFileSync(found, "utf8");
}
