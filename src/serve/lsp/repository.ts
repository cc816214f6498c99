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

/** Models are compiled for a hover as far as they are asked for: of a place that all environments share, so many tell enough. */
const MOST_MODELS = 20;

/** The folder `environments` makes a config repository; null: no folder above the file has one. */
export function rootOf(path: string, parentOf: (path: string) => string): string | null {
  for (let folder = parentOf(path); ; folder = parentOf(folder)) {
    if (isFolder(join(folder, "environments"))) return folder;
    if (parentOf(folder) === folder) return null;
  }
}

/** One config repository that is being edited: what the last check of it found, and models on demand. */
export class EditedRepository {
  #outcome: RunOutcome | null = null;
  /** What the last check saw. */
  #tree: TreeDescription;
  /** Files that an editor was told something of. */
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

  /** Checks all of it, with texts over what lies on the disk. What cannot be checked at all (no environment is left) gives no finding. */
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

  /** A file as the last check saw it; null: it is not there or cannot be read. */
  read(path: string): Buffer | null {
    const read = openTree(this.#tree).read(path);
    return read.kind === "file" ? read.bytes : null;
  }

  /** The compiled environments that a file can be about. */
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
