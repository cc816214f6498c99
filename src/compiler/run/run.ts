import {
  type Finding,
  type HeldFinding,
  SourceText,
  affectedEnvironments,
  append,
  compareFindings,
  wrongUse,
} from "../../kernel/index.ts";
import { type OpenTree, type OutputFolder, type SourceTree, digest, openTree } from "../../platform/index.ts";
import { type KnownProfile, knownProfiles } from "../kit/profile-files.ts";
import type { Template } from "../../kernel/index.ts";
import type { CompiledEnvironment } from "../compile/compiled.ts";
import { EnvironmentNames } from "../model/environment-names.ts";
import { blockedBy } from "./blocked.ts";
import type { EnvironmentResult } from "./check-environment.ts";
import { type Committed, commitOutputs, NO_OUTPUTS, type Outputs } from "./commit.ts";
import { withoutConsequences } from "./consequences.ts";
import { foldFindings } from "./folds.ts";
import type { Shard } from "./full.ts";
import { groupedHeld, groupFindings } from "./group.ts";
import { type EnvironmentRecord, type Inputs, RunCache, outputRecord, type SharedRecord, summaryDigest } from "./run-cache.ts";
import { outputFolder } from "./output.ts";
import type { RunRequest, RunWorld } from "./request.ts";
import type { ShardResult } from "./shard.ts";
import { needlessOf, suppress } from "./suppress.ts";
import { type Helper, loadAll, startHelpers, WORTH_A_THREAD } from "./threads.ts";
import { withoutSecrets } from "./without-secrets.ts";

/** The complete result of a `check` or `compile`. */
export interface RunOutcome extends Outputs {
  readonly findings: readonly Finding[];
  readonly suppressed: number;
  /** Suppressed findings, sorted, each once with the environments that it affects. */
  readonly held: readonly HeldFinding[];
  /** The selected environments, sorted by name. */
  readonly environments: readonly EnvironmentResult[];
  /** Environments that must not be used, each with the reason in words. */
  readonly blocked: ReadonlyMap<string, string>;
  /** Results of every environment of the request, including those that were not selected. */
  readonly results: readonly EnvironmentResult[];
  /** States, by path, of the files that all environments share, as `runRepository` read them. */
  readonly sharedInputs: Inputs;
  /**
   * Returns the states of an environment's inputs, by path: equal inputs give an equal result. Returns undefined if the caller supplied the
   * environment's result.
   */
  inputsOf(environment: string): Inputs | undefined;
  /** Returns the shard (shard.ts), which compiles environments, for callers that compile further ones; loads it on first use. */
  shard(): Promise<Shard>;
  /** Compiled form of the environment `request.keep`; null if none was requested or its documents cannot be read. */
  readonly kept: {
    readonly compiled: CompiledEnvironment;
    readonly templates: ReadonlyMap<string, Template>;
    /** Modeling-tool profiles in the repository's kits. */
    readonly knownProfiles: readonly KnownProfile[];
  } | null;
}

/** One execution of `runRepository`: it combines cached and newly computed results. */
class Run {
  readonly files: OpenTree;
  readonly cache: RunCache | null;
  readonly #selected: ReadonlySet<string>;
  #shard: Shard | null = null;
  #helpers: readonly Helper[] = [];
  #sharedKnown = false;

  constructor(
    readonly request: RunRequest,
    readonly world: RunWorld,
    readonly folder: OutputFolder | null,
    private readonly given: ReadonlyMap<string, EnvironmentResult>,
  ) {
    this.files = openTree(request.tree);
    // Measured addresses (DNS, probes), secrets and hosts files are not part of the repository, so a check that uses them caches nothing.
    const { root, resolve, options, output } = request;
    const own = resolve || options.hostsFile !== null || options.probed || output?.withSecrets;
    this.#selected = new Set(request.selected);
    this.cache = own || root === null ? null : new RunCache(this.files, root, request, world);
  }

  /** Returns the shard (shard.ts), which compiles environments in this thread; loads it on first use. */
  async shard(): Promise<Shard> {
    if (!this.#shard) {
      const { openShard } = await import("./full.ts");
      await loadAll(this.request);
      this.#shard = await openShard(this.request, this.world, this.#sharedKnown);
    }
    return this.#shard;
  }

  async shared(): Promise<SharedRecord> {
    const cached = this.cache?.shared();
    if (cached) {
      this.#sharedKnown = true;
      return cached;
    }
    // A change of the shared files makes every cached result invalid: the worker threads start while this thread loads and reads.
    if (!this.request.resolve) this.#startHelpers(this.request, this.request.names.length - this.given.size);
    const { sharedComments, sharedFindings } = await import("./full.ts");
    const shard = await this.shard();
    const findings = await sharedFindings(shard);
    const record = { inputs: shard.sharedInputs, findings, comments: sharedComments(shard) };
    this.cache?.storeShared(record);
    return record;
  }

  /**
   * Starts the worker threads once. With --resolve they are started later, with a request that has the resolved addresses
   * (`shard.request`).
   */
  #startHelpers(request: RunRequest, environments: number): void {
    if (this.#helpers.length === 0) this.#helpers = startHelpers(request, this.world, environments);
  }

  #cached(name: string, record: EnvironmentRecord | undefined, names: EnvironmentNames): ShardResult | undefined {
    if (!record || names.caseConflict(name) !== undefined) return undefined;
    const { result, output, summary, seen } = record;
    const known = { result, summary, inputs: null, seen, lasting: true };
    if (result.summary?.sharedWith.some((other) => !names.has(other))) return undefined;
    if (!this.folder || !this.#selected.has(name)) return { ...known, output: null };
    const closed =
      result.summary === null ||
      result.summary.verdict.gate === "block" ||
      result.findings.some((finding) => finding.severity === "error");
    if (closed) return { ...known, output: null };
    if (!output || !this.cache?.holds(this.folder, record)) return undefined;
    return { ...known, output: { state: "unchanged", files: null } };
  }

  /**
   * Returns the results of all environments, from the cache or computed, in the order of the names. `computed` has those to store in the
   * cache.
   */
  async environments(shared: SharedRecord): Promise<{ results: readonly ShardResult[]; computed: readonly ShardResult[] }> {
    const names = new EnvironmentNames(this.request.names);
    const recall = this.cache?.environments(shared.inputs);
    const known = new Map<string, ShardResult>();
    for (const name of this.request.names) {
      if (name === this.request.keep) continue;
      const told = this.given.get(name);
      if (told) {
        known.set(name, {
          result: told,
          summary: this.cache ? summaryDigest(told) : "",
          inputs: null,
          seen: null,
          output: null,
          lasting: true,
        });
        continue;
      }
      const result = this.#cached(name, recall?.(name), names);
      if (result) known.set(name, result);
    }
    const missing = this.request.names.filter((name) => !known.has(name));
    this.#refuseObstacle(this.request.names.filter((name) => (known.get(name)?.output ?? null) === null));
    if (missing.length === 0) return { results: [...known.values()], computed: [] };
    if (!this.request.resolve) this.#startHelpers(this.request, missing.length); // The helpers start while this thread loads the computing part.
    const { agree, distribute } = await import("./full.ts");
    const shard = await this.shard();
    this.#startHelpers(shard.request, missing.length);
    const { keep } = this.request;
    const kept = keep !== undefined && missing.includes(keep) ? [await shard.run(keep)] : [];
    const others = missing.filter((name) => name !== keep);
    const { results, consistent } = await distribute(shard, others, others.length < WORTH_A_THREAD ? [] : this.#helpers);
    const computed = [...kept, ...results];
    for (const result of computed) known.set(result.result.name, result);
    // If files changed while they were read, the result is returned but not cached.
    const stable = consistent && agree(shard.sharedInputs, shared.inputs);
    return { results: this.request.names.flatMap((name) => known.get(name) ?? []), computed: stable ? computed : [] };
  }

  /** Returns the compiled form of `request.keep`, with the templates for its files; null if there is none. */
  async kept(): Promise<RunOutcome["kept"]> {
    const shard = this.#shard;
    if (!shard?.kept) return null;
    const { templates } = await shard.templates();
    return { compiled: shard.kept, templates, knownProfiles: knownProfiles(shard.shared.model.releases.values()) };
  }

  async close(): Promise<void> {
    await Promise.all(this.#helpers.map((helper) => helper.stop()));
  }

  /** Throws a Refusal before anything is written if a folder with an environment's name exists that Tierwright did not write. */
  #refuseObstacle(names: readonly string[]): void {
    const { folder } = this;
    if (!folder) return;
    const obstacle = names
      .map((name) => (this.#selected.has(name) ? folder.obstacle(name) : null))
      .find((found) => found !== null);
    if (obstacle) throw wrongUse(obstacle, "move it away, or choose another folder with --out");
  }

  async repository(shared: SharedRecord, results: readonly ShardResult[]): Promise<readonly Finding[]> {
    const key = digest(JSON.stringify([results.map(({ summary }) => summary), this.request.names, shared.inputs]));
    const cached = this.cache?.repository(key);
    if (cached) return cached;
    const { repositoryFindings } = await import("./full.ts");
    const findings = repositoryFindings(
      await this.shard(),
      results.flatMap(({ result }) => result.summary ?? []),
    );
    this.cache?.storeRepository(key, findings);
    return findings;
  }

  store(computed: readonly ShardResult[], outputs: ReadonlyMap<string, Committed>): void {
    const { cache, folder } = this;
    if (!cache || this.request.tree.kind !== "disk") return; // unsaved editor contents are not cached
    for (const { result, summary, inputs, seen, output, lasting } of computed) {
      if (!lasting || !inputs) continue;
      const state = outputs.get(result.name)?.state;
      const stands = folder && output && (state === "written" || state === "unchanged");
      cache.storeEnvironment(inputs, {
        result,
        summary,
        seen,
        output: stands && output.files ? outputRecord(folder, output.files) : null,
      });
    }
    cache.save(new Set(this.request.names));
  }
}

/** Returns the text of a file as findings read it: YAML as UTF-8, any other file as Latin-1, with one character for each byte. */
const decoded = (file: string, bytes: Buffer): string => bytes.toString(/\.ya?ml$/.test(file) ? "utf8" : "latin1");

/**
 * Returns a function that gives any line of a file in the repository ('' if it cannot be read), to compare it with the key of a
 * suppression.
 */
function lineReader(files: SourceTree): (place: { file: string; line: number }) => string {
  const sources = new Map<string, SourceText>();
  return ({ file, line }) => {
    let source = sources.get(file);
    if (!source) {
      const read = files.read(file);
      source = new SourceText(file, read.kind === "file" ? decoded(file, read.bytes) : "");
      sources.set(file, source);
    }
    return source.line(line);
  };
}

/**
 * Checks a repository and compiles it if requested. Reports all findings of all files at once, in a stable order.
 * @param given Results of environments that an earlier call computed from equal inputs.
 */
export async function runRepository(
  request: RunRequest,
  world: RunWorld,
  given: ReadonlyMap<string, EnvironmentResult> = new Map(),
): Promise<RunOutcome> {
  const folder = outputFolder(request);
  folder?.open();
  const run = new Run(request, world, folder, given);
  try {
    const shared = await run.shared();
    const { results: all, computed } = await run.environments(shared);
    const results = all.map((item) => item.result);
    const inputs = new Map(all.flatMap((item) => (item.inputs ? [[item.result.name, item.inputs] as const] : [])));
    const common = await withoutSecrets([...shared.findings, ...(await run.repository(shared, all))], results, run.files);
    const suppressions = [...shared.comments, ...results.flatMap((result) => result.open)];
    const after = suppress(common, suppressions, lineReader(run.files));
    const told = foldFindings(withoutConsequences([...after.findings, ...results.flatMap((result) => result.findings)]));
    const everything = [...told];
    const unused = needlessOf(suppressions, after.used, results);
    if (unused.length > 0) {
      const { RULE_IDS, unusedFindings } = await import("./full.ts");
      append(everything, unusedFindings(unused, everything, RULE_IDS));
    }
    const selected = new Set(request.selected);
    const isAsked = (finding: Finding) =>
      finding.environment === null || affectedEnvironments(finding).some((name) => selected.has(name));
    const held = [...after.held, ...results.flatMap((result) => result.held)];
    const blocked = blockedBy(everything, results);
    const committed = request.output ? commitOutputs(folder, request, all, blocked) : NO_OUTPUTS;
    run.store(computed, committed.outputs);
    return {
      findings: groupFindings(everything.filter(isAsked)).sort(compareFindings),
      suppressed: held.length,
      held: groupedHeld(held.filter(({ finding }) => isAsked(finding))),
      environments: results.filter((result) => selected.has(result.name)),
      ...committed,
      blocked,
      results,
      sharedInputs: shared.inputs,
      inputsOf: (name) => inputs.get(name) ?? run.cache?.inputs(name),
      shard: () => run.shard(),
      kept: await run.kept(),
    };
  } finally {
    await run.close();
    folder?.close();
  }
}
