import { Cache } from "../cache/cache.ts";
import { digest } from "../cache/lines.ts";
import type { Finding } from "../diagnostic/finding.ts";
import { CacheFile } from "../io/cache-file.ts";
import { foldersOf, type OutputFolder } from "../io/output-folder.ts";
import type { RepositoryFiles } from "../io/repository-files.ts";
import { BUILD } from "../version.ts";
import type { EnvironmentResult } from "./check-environment.ts";
import type { RunRequest, RunWorld } from "./request.ts";
import type { Suppression } from "./suppress.ts";

type Inputs = Readonly<Record<string, string>>;

/** What all environments share, as the last run found it. */
export interface SharedRecord {
  readonly inputs: Inputs;
  readonly findings: readonly Finding[];
  readonly comments: readonly Suppression[];
}

/** One environment as the last run found it, and the files that it wrote. */
export interface EnvironmentRecord {
  readonly result: EnvironmentResult;
  readonly output: OutputRecord | null;
}

export interface OutputRecord {
  /** Absolute path of the output folder. */
  readonly folder: string;
  readonly paths: readonly string[];
  /** Digest of the stamp that the files had when they were written. */
  readonly stamp: string;
}

/** Rules that make a result depend on which other environments exist; such a result is computed every time. */
export const DEPENDS_ON_NAMES: ReadonlySet<string> = new Set([
  "repo/environment-name",
  "repo/extends",
  "repo/unknown-environment",
]);

/** True when every path that something was computed from is in these files as it was then. */
export function sameInputs(inputs: Inputs, files: RepositoryFiles): boolean {
  for (const path in inputs) if (files.state(path) !== inputs[path]) return false;
  return true;
}

/** A stamp this young may be shared by a later write within one tick of the file system's clock, so it proves nothing. */
const TICK_MS = 50;

/**
 * What earlier runs left in .tierwright/: a result counts only when every input has the bytes it was computed from, under the same
 * build, options and day; a compiled folder counts only while every file in it still carries the stamp it was written with.
 */
export class RunCache {
  readonly #cache: Cache;
  readonly #options: string;

  constructor(
    private readonly files: RepositoryFiles,
    request: RunRequest,
    world: Pick<RunWorld, "env">,
  ) {
    this.#cache = new Cache(new CacheFile(request.root, world.env), BUILD);
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
      return record && sameInputs(record.result.inputs, this.files) ? record : undefined;
    };
  }

  storeEnvironment(sharedInputs: Inputs, record: EnvironmentRecord): void {
    const { result } = record;
    if (result.findings.some((finding) => DEPENDS_ON_NAMES.has(finding.rule))) return;
    this.#cache.put(`environment:${result.name}`, this.#environmentKey(sharedInputs), record);
  }

  /** True when the folder still holds exactly what was written. */
  holds(folder: OutputFolder, name: string, output: OutputRecord): boolean {
    if (output.folder !== folder.root) return false;
    const now = folder.stamp(name, [...output.paths, ...foldersOf(output.paths)]);
    return now !== null && digest(now.text) === output.stamp;
  }

  /** The record of a folder just written; null while its stamps are too young to be told from a later write. */
  outputRecord(folder: OutputFolder, name: string, paths: readonly string[], now: number): OutputRecord | null {
    const stamp = folder.stamp(name, [...paths, ...foldersOf(paths)]);
    if (!stamp || now - stamp.newest < TICK_MS) return null;
    return { folder: folder.root, paths, stamp: digest(stamp.text) };
  }

  /** Result of the rules that look across environments, for exactly these summaries. */
  repository(key: string): readonly Finding[] | undefined {
    return this.#cache.get<readonly Finding[]>("repository", digest(this.#options, key));
  }

  storeRepository(key: string, findings: readonly Finding[]): void {
    this.#cache.put("repository", digest(this.#options, key), findings);
  }

  save(names: ReadonlySet<string>): void {
    this.#cache.save((name) => !name.startsWith("environment:") || names.has(name.slice("environment:".length)));
  }
}
