import {
  Cache,
  CacheFile,
  type OpenTree,
  type OutputFolder,
  Seen,
  type SourceTree,
  type Stamps,
  digest,
  pathsOf,
  unproven,
} from "../../platform/index.ts";
import { BUILD, type Finding } from "../../kernel/index.ts";
import type { EnvironmentResult } from "./check-environment.ts";
import type { RunRequest, RunWorld } from "./request.ts";
import type { Suppression } from "./suppress.ts";

export type Inputs = Readonly<Record<string, string>>;

/** What all environments share, as the last run found it. */
export interface SharedRecord {
  readonly inputs: Inputs;
  readonly findings: readonly Finding[];
  readonly comments: readonly Suppression[];
}

/** One environment as the last run found it, and the files that it wrote. */
export interface EnvironmentRecord {
  readonly result: EnvironmentResult;
  /** Of the result's summary: what the rules that look across environments see of this one. */
  readonly summary: string;
  /** What tells without reading that the inputs are the same; null: they have to be read. */
  readonly seen: Stamps | null;
  readonly output: OutputRecord | null;
}

/** What an environment was compiled to: the paths of its files, and a digest of them all. */
export interface OutputDigest {
  readonly paths: readonly string[];
  readonly digest: string;
}

export interface OutputRecord {
  /** Absolute path of the output folder. */
  readonly folder: string;
  /** Of all files (src/platform/output-folder.ts). */
  readonly digest: string;
  /** What tells without reading that the files are the same. They prove nothing (`unproven`) until a later run has read the files. */
  readonly stamps: Stamps;
}

/** Two environments with this the same are the same to the rules that look across environments. */
export const summaryDigest = ({ summary }: EnvironmentResult): string => digest(JSON.stringify(summary));

/** The record of a folder as it was compiled. A folder that was put in its place just now has no stamp that is old enough to prove anything. */
export const outputRecord = (folder: OutputFolder, { paths, digest }: OutputDigest): OutputRecord => ({
  folder: folder.root,
  digest,
  stamps: unproven(pathsOf(paths)),
});

/** True when every path that something was computed from is in these files as it was then. */
export function sameInputs(inputs: Inputs, files: Pick<SourceTree, "state">): boolean {
  for (const path in inputs) if (files.state(path) !== inputs[path]) return false;
  return true;
}

/** A record that holds, and what is known of it now. */
interface Again {
  readonly record: EnvironmentRecord;
  readonly seen?: Stamps;
  readonly output?: OutputRecord;
}

/**
 * What earlier runs left in .tierwright/: a result counts only when every input has the bytes it was computed from, under the same
 * build, options and day. A stamp says that without reading, where it is old enough to be told from any later write; else the bytes say it,
 * and the next run has the stamp. A compiled folder counts only while it holds exactly the files that were written, which is told in the same way.
 */
export class RunCache {
  readonly #cache: Cache;
  readonly #file: CacheFile;
  readonly #options: string;
  /** Records that hold, with stamps that were not known or not the same before. */
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

  /** Reader of environments under one shared model. */
  environments(sharedInputs: Inputs): (name: string) => EnvironmentRecord | undefined {
    this.#key = digest(`${this.#options} ${JSON.stringify(sharedInputs)}`);
    return (name) => {
      const record = this.#cache.get<EnvironmentRecord>(`environment:${name}`, this.#key);
      if (!record || (record.seen && this.files.unchanged(record.seen))) return record;
      const seen = new Seen();
      const inputs = this.inputs(name);
      if (!inputs || !sameInputs(inputs, this.files.recorded(seen))) return undefined;
      if (seen.stamps) this.#again.set(name, { record, seen: seen.stamps });
      return record;
    };
  }

  /** What a record of an environment was computed from. It is a line's rarely read end: stamps answer for nearly all of a thousand. */
  inputs(name: string): Inputs | undefined {
    return this.#cache.end<Inputs>(`environment:${name}`);
  }

  /** Under the shared model of the reader that was made last. */
  storeEnvironment(inputs: Inputs, { result, ...record }: EnvironmentRecord): void {
    // a result that depends on which other environments exist is computed every time
    if (result.findings.some(({ ofNames }) => ofNames)) return;
    const seen = this.#old(record.seen, this.#start());
    this.#again.delete(result.name);
    this.#cache.put(`environment:${result.name}`, this.#key, { result, ...record, seen }, inputs);
  }

  /** When this run began, by the clock of the repository's file system; null where nothing can be written. */
  #start(): number | null {
    if (this.#started === undefined) this.#started = this.#file.began();
    return this.#started;
  }

  /** Stamps that every later write changes. `taken`: when they were taken, or before. */
  #old(stamps: Stamps | null, taken: number | null): Stamps | null {
    return stamps && taken !== null && stamps.from <= taken ? stamps : null;
  }

  /** True when the folder still holds exactly what was written. */
  holds(folder: OutputFolder, record: EnvironmentRecord): boolean {
    const { output, result } = record;
    if (output?.folder !== folder.root) return false;
    if (folder.standing(result.name, output.stamps)) return true;
    const { paths } = output.stamps;
    const { clock } = folder;
    // in this order: whoever writes after the clock was asked changes a stamp, and whoever writes after a stamp was taken changes that
    const stamps = this.#old(folder.stamps(result.name, paths), clock);
    if (!folder.holdsDigest(result.name, output.digest, paths)) return false;
    if (stamps) this.#again.set(result.name, { record, ...this.#again.get(result.name), output: { ...output, stamps } });
    return true;
  }

  /** Result of the rules that look across environments, for exactly these summaries. */
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
