import { realpathSync } from "node:fs";
import { dirname, join, basename } from "node:path";
import { systemCode } from "../kernel/index.ts";
import { partsBelow } from "./confined.ts";
import { isGitName } from "./git-name.ts";

const OUTSIDE = "it lies outside of the folders that may be read";
const LINKED = "a link leads from there out of the folders that may be read";
const IN_GIT = "it lies in .git, where the history and the access data of the checkout are";

/** Where a path really lies; of what is not there, where it would. */
function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    const above = dirname(path);
    if (!["ENOENT", "ENOTDIR"].includes(systemCode(error)) || above === path) throw error;
    return join(realPath(above), basename(path));
  }
}

/** Folders that somebody else may name paths in: a program that calls, and is not the person who started this one. */
export class Roots {
  readonly #real: readonly string[];

  /** Throws the file system's error where one is not there. */
  constructor(private readonly folders: readonly string[]) {
    this.#real = folders.map((folder) => realpathSync.native(folder));
  }

  /** Why an absolute path may not be used; null: it may. What the words alone show to be outside is not even looked at: on Windows that would reach for a share. */
  refusal(path: string): string | null {
    const within = (folders: readonly string[], place: string) =>
      folders.map((folder) => partsBelow(folder, place)).find((parts) => parts !== null);
    const named = within([...this.folders, ...this.#real], path);
    if (!named) return OUTSIDE;
    let real: string;
    try {
      real = realPath(path);
    } catch {
      return "it cannot be looked at";
    }
    const parts = within(this.#real, real);
    if (!parts) return LINKED;
    return [...named, ...parts].some(isGitName) ? IN_GIT : null;
  }
}
