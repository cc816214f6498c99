import { join } from "node:path";
import { type TreeDescription, diskTree, isFolder, openTree, overlayTree } from "../../platform/index.ts";
import {
  type CompiledEnvironment,
  type RunOutcome,
  type RunRequest,
  type RunWorld,
  environmentNames,
  runRepository,
} from "../../compiler/index.ts";
import { type Finding, VERSION } from "../../kernel/index.ts";

/**
 * Most environments that are compiled for a hover in a file that environments share; the hover text describes only a few of them anyway.
 */
const MOST_MODELS = 20;

/**
 * Returns the nearest folder above a file that contains a folder `environments`, which makes it a config repository; null if there is none.
 */
export function rootOf(path: string, parentOf: (path: string) => string): string | null {
  for (let folder = parentOf(path); ; folder = parentOf(folder)) {
    if (isFolder(join(folder, "environments"))) return folder;
    if (parentOf(folder) === folder) return null;
  }
}

/** One config repository in an editor session: the findings of its last check, and its compiled environments on demand. */
export class EditedRepository {
  #outcome: RunOutcome | null = null;
  /** The source tree of the last check. */
  #tree: TreeDescription;
  /** The paths of the files for which the editor has diagnostics. */
  told: ReadonlySet<string> = new Set();

  constructor(
    readonly root: string,
    private readonly world: RunWorld,
  ) {
    this.#tree = diskTree(root).described;
  }

  get findings(): readonly Finding[] {
    return this.#outcome?.findings ?? [];
  }

  /**
   * Checks the whole repository, with the unsaved texts of open documents (`texts`, by path) in place of the files on disk. Returns no
   * finding if it cannot be checked at all (no environment is left).
   */
  async check(texts: ReadonlyMap<string, Buffer>): Promise<readonly Finding[]> {
    const tree = overlayTree(diskTree(this.root), texts);
    const names = environmentNames(tree);
    const request: RunRequest = {
      tree: tree.described,
      root: this.root,
      version: VERSION,
      names,
      selected: names,
      options: { today: this.world.now().toISOString().slice(0, 10), requireProof: false, hostsFile: null, resolved: null },
      resolve: false,
      output: null,
    };
    this.#outcome = await runRepository(request, this.world);
    this.#tree = tree.described;
    return this.#outcome.findings;
  }

  /** Returns a file as the last check read it; null if it is missing or cannot be read. */
  read(path: string): Buffer | null {
    const read = openTree(this.#tree).read(path);
    return read.kind === "file" ? read.bytes : null;
  }

  /**
   * Returns the compiled environments that the file at `path` can belong to: one for a file of an environment, for any other file at most
   * MOST_MODELS; none before the first check.
   */
  async models(path: string): Promise<readonly CompiledEnvironment[]> {
    const outcome = this.#outcome;
    if (!outcome) return [];
    const own = /^(?:environments|dist)\/([^/]+)\//.exec(path)?.[1];
    const names = outcome.results.map(({ name }) => name);
    const asked = own !== undefined && names.includes(own) ? [own] : names.slice(0, MOST_MODELS);
    const shard = await outcome.shard();
    return asked.flatMap((name) => shard.compile(name).compiled ?? []);
  }
}
