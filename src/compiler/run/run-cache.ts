import {
  Cache,
  CacheFile,
  type OpenTree,
  type OutputFolder,
  InputRecord,
  type SourceTree,
  type Stamps,
  digest,
  pathsOf,
  stampsWithoutProof,
} from "../../platform/index.ts";
import { BUILD, type Finding } from "../../kernel/index.ts";
import type { EnvironmentResult } from "./check-environment.ts";
import type { RunRequest, RunWorld } from "./request.ts";
import type { Suppression } from "./suppress.ts";

export type Inputs = Readonly<Record<string, string>>;

/** Cached findings and suppression comments of the files that all environments share, with the states of those files. */
export interface SharedRecord {
  readonly inputs: Inputs;
  readonly findings: readonly Finding[];
  readonly comments: readonly Suppression[];
}

/** Cached result for one environment, with the files that `compile` wrote for it. */
export interface EnvironmentRecord {
  readonly result: EnvironmentResult;
  /** Digest of the result's summary, which is the input of the rules that compare environments. */
  readonly summary: string;
  /** File stamps that prove unchanged inputs without reading them; null if the inputs must be read. */
  readonly seen: Stamps | null;
  readonly output: OutputRecord | null;
}

/** The compiled files of an environment: their paths, and one digest of all of them. */
export interface OutputDigest {
  readonly paths: readonly string[];
  readonly digest: string;
}

export interface OutputRecord {
  /** Absolute path of the output folder. */
  readonly folder: string;
  /** Digest of all files (src/platform/output-folder.ts). */
  readonly digest: string;
  /**
   * File stamps that prove unchanged compiled files without reading them. Until a later command has read the files, the stamps prove
   * nothing (`stampsWithoutProof`).
   */
  readonly stamps: Stamps;
}

/** Returns a digest of the summary. Two environments with equal digests are equal to the rules that compare environments. */
export const summaryDigest = ({ summary }: EnvironmentResult): string => digest(JSON.stringify(summary));

/** Returns the cache record of an environment's compiled files. Files just moved into place have stamps too recent to prove anything. */
export const outputRecord = (folder: OutputFolder, { paths, digest }: OutputDigest): OutputRecord => ({
  folder: folder.root,
  digest,
  stamps: stampsWithoutProof(pathsOf(paths)),
});

/** Returns true if every input of a result still has its recorded state. */
export function sameInputs(inputs: Inputs, files: Pick<SourceTree, "state">): boolean {
  for (const path in inputs) if (files.state(path) !== inputs[path]) return false;
  return true;
}

/** A valid cache entry that is stored again, because newer stamps were taken of its inputs or its output folder. */
interface Again {
  readonly record: EnvironmentRecord;
  readonly seen?: Stamps;
  readonly output?: OutputRecord;
}

/**
 * Cached results of earlier commands in .tierwright/. A result is valid only for equal inputs, build, options and day. A file's stamp
 * proves equal bytes without reading if any later write would change the stamp; otherwise the file is read, and the next run can use the
 * stamp. A compiled folder is valid only while it contains exactly the written files, which is proven in the same way.
 */
export class RunCache {
  readonly #cache: Cache;
  readonly #file: CacheFile;
  readonly #options: string;
  /** Valid entries whose stamps were missing or have changed. */
  readonly #again = new Map<string, Again>();
  #key = "";
  #started: number | null | undefined;

  constructor(
    private readonly files: OpenTree,
    root: string,
    request: Pick<RunRequest, "version" | "options">,
    world: Pick<RunWorld, "env">,
  ) {
    this.#file = new CacheFile(root, world.env);
    this.#cache = new Cache(this.#file, BUILD);
    this.#options = digest(JSON.stringify([request.version, request.options]));
  }

  shared(): SharedRecord | undefined {
    const record = this.#cache.get<SharedRecord>("shared", this.#options);
    return record && sameInputs(record.inputs, this.files) ? record : undefined;
  }

  storeShared(record: SharedRecord): void {
    this.#cache.put("shared", this.#options, record);
  }

  /**
   * Returns a function that gives the valid cache entry of an environment, by name; undefined if there is none. Entries are valid only for
   * shared files of the given states.
   */
  environments(sharedInputs: Inputs): (name: string) => EnvironmentRecord | undefined {
    this.#key = digest(`${this.#options} ${JSON.stringify(sharedInputs)}`);
    return (name) => {
      const record = this.#cache.get<EnvironmentRecord>(`environment:${name}`, this.#key);
      if (!record || (record.seen && this.files.unchanged(record.seen))) return record;
      const seen = new InputRecord();
      const inputs = this.inputs(name);
      if (!inputs || !sameInputs(inputs, this.files.recorded(seen))) return undefined;
      if (seen.stamps) this.#again.set(name, { record, seen: seen.stamps });
      return record;
    };
  }

  /**
   * Returns the inputs of an environment's cache entry. They are at the end of the entry's line in the cache file and are rarely read,
   * because stamps prove most entries valid.
   */
  inputs(name: string): Inputs | undefined {
    return this.#cache.end<Inputs>(`environment:${name}`);
  }

  /** Stores the result of an environment, valid for the shared files whose states the most recent `environments` call was given. */
  storeEnvironment(inputs: Inputs, { result, ...record }: EnvironmentRecord): void {
    // A result that depends on which other environments exist is not cached.
    if (result.findings.some(({ ofNames }) => ofNames)) return;
    const seen = this.#old(record.seen, this.#start());
    this.#again.delete(result.name);
    this.#cache.put(`environment:${result.name}`, this.#key, { result, ...record, seen }, inputs);
  }

  /** Returns the time at which this command started, by the clock of the repository's file system; null if nothing can be written there. */
  #start(): number | null {
    if (this.#started === undefined) this.#started = this.#file.began();
    return this.#started;
  }

  /**
   * Returns the stamps if every later write to a file would change the file's stamp; null if the stamps are too recent for that.
   * @param taken Time at or before which the stamps were taken.
   */
  #old(stamps: Stamps | null, taken: number | null): Stamps | null {
    return stamps && taken !== null && stamps.from <= taken ? stamps : null;
  }

  /** Returns true if the environment's folder below `folder` still contains exactly the files that the cached compile wrote. */
  holds(folder: OutputFolder, record: EnvironmentRecord): boolean {
    const { output, result } = record;
    if (output?.folder !== folder.root) return false;
    if (folder.standing(result.name, output.stamps)) return true;
    const { paths } = output.stamps;
    const { clock } = folder;
    // The clock is read before the stamps, and the stamps before the bytes, so that any write in between changes a stamp.
    const stamps = this.#old(folder.stamps(result.name, paths), clock);
    if (!folder.holdsDigest(result.name, output.digest, paths)) return false;
    if (stamps) this.#again.set(result.name, { record, ...this.#again.get(result.name), output: { ...output, stamps } });
    return true;
  }

  /**
   * Returns the cached findings of the rules that compare environments; undefined if there are none. `key` is a digest of all summaries,
   * names and shared files.
   */
  repository(key: string): readonly Finding[] | undefined {
    return this.#cache.get<readonly Finding[]>("repository", digest(`${this.#options} ${key}`));
  }

  storeRepository(key: string, findings: readonly Finding[]): void {
    this.#cache.put("repository", digest(`${this.#options} ${key}`), findings);
  }

  save(names: ReadonlySet<string>): void {
    for (const [name, { record, seen, output }] of this.#again) {
      const known = seen ? this.#old(seen, this.#start()) : record.seen;
      if (output || (seen && known))
        this.#cache.put(
          `environment:${name}`,
          this.#key,
          { ...record, seen: known, output: output ?? record.output },
          this.inputs(name),
        );
    }
    this.#cache.save((name) => !name.startsWith("environment:") || names.has(name.slice("environment:".length)));
  }
}
