import { Cache } from "../cache/cache.ts";
import { digest } from "../cache/lines.ts";
import type { Finding } from "../diagnostic/finding.ts";
import { CacheFile } from "../io/cache-file.ts";
import type { OutputFolder } from "../io/output-folder.ts";
import type { RepositoryFiles } from "../io/repository-files.ts";
import { Seen } from "../io/seen.ts";
import type { Stamps } from "../io/stamp.ts";
import { BUILD } from "../version.ts";
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

export interface OutputRecord {
  /** Absolute path of the output folder. */
  readonly folder: string;
  /** What the files had when they were written. */
  readonly stamps: Stamps;
}

/** Rules that make a result depend on which other environments exist; such a result is computed every time. */
export const DEPENDS_ON_NAMES: ReadonlySet<string> = new Set([
  "repo/environment-name",
  "repo/extends",
  "repo/unknown-environment",
]);

/** Two environments with this the same are the same to the rules that look across environments. */
export const summaryDigest = ({ summary }: EnvironmentResult): string => digest(JSON.stringify(summary));

/** True when every path that something was computed from is in these files as it was then. */
export function sameInputs(inputs: Inputs, files: RepositoryFiles, seen: Seen | null = null): boolean {
  files.record = seen;
  try {
    for (const path in inputs) if (files.state(path) !== inputs[path]) return false;
    return true;
  } finally {
    files.record = null;
  }
}

/**
 * What earlier runs left in .tierwright/: a result counts only when every input has the bytes it was computed from, under the same
 * build, options and day. A stamp says that without reading, where it is old enough to be told from any later write; else the bytes say it,
 * and the next run has the stamp. A compiled folder counts only while every file in it still carries the stamp it was written with.
 */
export class RunCache {
  readonly #cache: Cache;
  readonly #file: CacheFile;
  readonly #options: string;
  /** Records that hold, with stamps that were not known or not the same before. */
  readonly #again = new Map<string, { readonly key: string; readonly record: EnvironmentRecord }>();
  #started: number | null | undefined;

  constructor(
    private readonly files: RepositoryFiles,
    request: RunRequest,
    world: Pick<RunWorld, "env">,
  ) {
    this.#file = new CacheFile(request.root, world.env);
    this.#cache = new Cache(this.#file, BUILD);
    this.#options = digest(JSON.stringify([request.version, request.options]));
  }

  /** True when no earlier run left anything. */
  get isEmpty(): boolean {
    return this.#cache.isEmpty;
  }

  shared(): SharedRecord | undefined {
    const record = this.#cache.get<SharedRecord>("shared", this.#options);
    return record && sameInputs(record.inputs, this.files) ? record : undefined;
  }

  storeShared(record: SharedRecord): void {
    this.#cache.put("shared", this.#options, record);
  }

  #environmentKey(sharedInputs: Inputs): string {
    return digest(this.#options, JSON.stringify(sharedInputs));
  }

  /** Reader of environments under one shared model. */
  environments(sharedInputs: Inputs): (name: string) => EnvironmentRecord | undefined {
    const key = this.#environmentKey(sharedInputs);
    return (name) => {
      const record = this.#cache.get<EnvironmentRecord>(`environment:${name}`, key);
      if (!record || (record.seen && this.files.unchanged(record.seen))) return record;
      const seen = new Seen();
      const inputs = this.inputs(name);
      if (!inputs || !sameInputs(inputs, this.files, seen)) return undefined;
      if (seen.stamps) this.#again.set(name, { key, record: { ...record, seen: seen.stamps } });
      return record;
    };
  }

  /** What a record of an environment was computed from. It is a line's rarely read end: stamps answer for nearly all of a thousand. */
  inputs(name: string): Inputs | undefined {
    return this.#cache.end<Inputs>(`environment:${name}`);
  }

  storeEnvironment(sharedInputs: Inputs, inputs: Inputs, { result, ...record }: EnvironmentRecord): void {
    if (result.findings.some((finding) => DEPENDS_ON_NAMES.has(finding.rule))) return;
    const seen = this.#old(record.seen, this.#start());
    this.#again.delete(result.name);
    this.#cache.put(`environment:${result.name}`, this.#environmentKey(sharedInputs), { result, ...record, seen }, inputs);
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
  holds(folder: OutputFolder, name: string, output: OutputRecord): boolean {
    return output.folder === folder.root && folder.standing(name, output.stamps);
  }

  /** The record of a folder just written; null while its stamps are too young to be told from a later write. */
  outputRecord(folder: OutputFolder, name: string, paths: readonly string[]): OutputRecord | null {
    const stamps = this.#old(folder.stamps(name, paths), folder.clock);
    return stamps && { folder: folder.root, stamps };
  }

  /** Result of the rules that look across environments, for exactly these summaries. */
  repository(key: string): readonly Finding[] | undefined {
    return this.#cache.get<readonly Finding[]>("repository", digest(this.#options, key));
  }

  storeRepository(key: string, findings: readonly Finding[]): void {
    this.#cache.put("repository", digest(this.#options, key), findings);
  }

  save(names: ReadonlySet<string>): void {
    for (const [name, { key, record }] of this.#again) {
      const seen = this.#old(record.seen, this.#start());
      if (seen) this.#cache.put(`environment:${name}`, key, { ...record, seen }, this.inputs(name));
    }
    this.#cache.save((name) => !name.startsWith("environment:") || names.has(name.slice("environment:".length)));
  }
}
