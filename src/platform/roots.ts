import { realpathSync } from "node:fs";
import { dirname, join, basename } from "node:path";
import { systemCode } from "../kernel/index.ts";
import { partsBelow } from "./confined.ts";
import { isGitName } from "./git-name.ts";

const OUTSIDE = "it is outside the folders that can be read";
const LINKED = "a link leads out of the folders that can be read";
const IN_GIT = "it lies in .git, where the history and the access data of the checkout are";

/** Returns the real path of a path, even if the file or the folders at its end do not exist. */
function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    const above = dirname(path);
    if (!["ENOENT", "ENOTDIR"].includes(systemCode(error)) || above === path) throw error;
    return join(realPath(above), basename(path));
  }
}

/**
 * The folders within which the paths of a caller must be, if the caller is another program (an MCP client) and not the person who started
 * Tierwright.
 */
export class Roots {
  readonly #real: readonly string[];

  /** Throws the file system's error if a folder does not exist. */
  constructor(private readonly folders: readonly string[]) {
    this.#real = folders.map((folder) => realpathSync.native(folder));
  }

  /**
   * Returns why an absolute path must not be used; null if it can be used. A path whose text alone shows that it is outside is never looked
   * up: on Windows that would contact a share.
   */
  refusal(path: string): string | null {
    const within = (folders: readonly string[], place: string) =>
      folders.map((folder) => partsBelow(folder, place)).find((parts) => parts !== null);
    const named = within([...this.folders, ...this.#real], path);
    if (!named) return OUTSIDE;
    let real: string;
    try {
      real = realPath(path);
    } catch {
      return "it cannot be inspected";
    }
    const parts = within(this.#real, real);
    if (!parts) return LINKED;
    return [...named, ...parts].some(isGitName) ? IN_GIT : null;
  }
}
