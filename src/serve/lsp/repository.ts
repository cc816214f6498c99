import { RepositoryFiles } from "../../platform/index.ts";
import { type CompiledEnvironment, type RunOutcome, type RunRequest, type RunWorld, environmentNames, filesOf, runRepository } from "../../compiler/index.ts";
import { type Finding, VERSION } from "../../kernel/index.ts";

/** Models are compiled for a hover as far as they are asked for: of a place that all environments share, so many tell enough. */
const MOST_MODELS = 20;

/** The folder `environments` makes a config repository; null: no folder above the file has one. */
export function rootOf(path: string, parentOf: (path: string) => string): string | null {
  for (let folder = parentOf(path); ; folder = parentOf(folder)) {
    if (new RepositoryFiles(folder).isDirectory("environments")) return folder;
    if (parentOf(folder) === folder) return null;
  }
}

/** One config repository that is being edited: what the last check of it found, and models on demand. */
export class EditedRepository {
  #outcome: RunOutcome | null = null;
  #unsaved: ReadonlyMap<string, Buffer> = new Map();
  /** Files that an editor was told something of. */
  told: ReadonlySet<string> = new Set();

  constructor(
    readonly root: string,
    private readonly world: RunWorld,
  ) {}

  get findings(): readonly Finding[] {
    return this.#outcome?.findings ?? [];
  }

  /** Checks all of it, with the texts that are not saved yet. What cannot be checked at all (no environment is left) gives no finding. */
  async check(unsaved: ReadonlyMap<string, Buffer>): Promise<readonly Finding[]> {
    const names = environmentNames(filesOf({ root: this.root, unsaved }));
    const request: RunRequest = {
      root: this.root,
      version: VERSION,
      names,
      selected: names,
      options: { today: this.world.now().toISOString().slice(0, 10), requireProof: false, hostsFile: null, resolved: null },
      resolve: false,
      output: null,
      ...(unsaved.size > 0 && { unsaved }),
    };
    this.#outcome = await runRepository(request, this.world);
    this.#unsaved = unsaved;
    return this.#outcome.findings;
  }

  /** A file as the last check saw it; null: it is not there or cannot be read. */
  read(path: string): Buffer | null {
    const read = filesOf({ root: this.root, unsaved: this.#unsaved }).read(path);
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
