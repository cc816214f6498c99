import type { CompiledEnvironment } from "../compile/compiled.ts";
import { type LoadedShared, loadShared } from "../load/shared.ts";
import { type ReadDocument, readDocument } from "../load/document.ts";
import { type Finding, type SecretValue, environmentPath } from "../../kernel/index.ts";
import {
  type OpenTree,
  type OutputFile,
  type OutputFolder,
  InputRecord,
  type SourceTree,
  type Stamps,
  digestOf,
  lookUpSecret,
  openTree,
} from "../../platform/index.ts";
import { EnvironmentNames } from "../model/environment-names.ts";
import type { SecretReference } from "../model/secret.ts";
import { signInSecrets } from "../sso/parameters.ts";
import {
  type CheckContext,
  type CheckedEnvironment,
  type EnvironmentResult,
  type UncheckedEnvironment,
  checkEnvironment,
  compiledEnvironment,
} from "./check-environment.ts";
import { knownSecretFindings } from "./known-secrets.ts";
import { notCompiledFinding, notSetFinding } from "./not-compiled.ts";
import { outputFolder } from "./output.ts";
import { encodeSecrets } from "./server-secrets.ts";
import { sharedSecretFindings } from "./shared-secrets.ts";
import { type OutputDigest, summaryDigest } from "./run-cache.ts";
import { type OwnTemplates, readTemplates } from "./templates.ts";
import type { RunRequest, RunWorld } from "./request.ts";

/** The result of one environment, with its output if requested. Plain data: it is sent between threads. */
export interface ShardResult {
  readonly result: EnvironmentResult;
  /** False if compiling found problems that a check does not find, so the next command must compute the environment again. */
  readonly lasting: boolean;
  /** Digest of the summary, for the rules that compare environments. */
  readonly summary: string;
  /** States (digest or absence) of every path that was read: equal inputs give an equal result. null if the cache has them. */
  readonly inputs: Readonly<Record<string, string>> | null;
  /** File stamps that prove unchanged inputs without reading them; null if there are none. */
  readonly seen: Stamps | null;
  /** The output; null if it was not requested or must not be written. `bytes` has the files that were compiled in memory. */
  readonly output: {
    readonly state: "staged" | "unchanged";
    readonly files: OutputDigest | null;
    readonly bytes?: readonly OutputFile[];
  } | null;
}

function secretsOf({ compiled }: CheckedEnvironment): readonly SecretReference[] {
  const keys = Object.values(compiled?.files ?? {}).flatMap((file) => file.decided);
  const signIn = compiled?.signIn ? signInSecrets(compiled.signIn).map(({ reference }) => reference) : [];
  return [...keys.flatMap((key) => (key.decision.secret ? [key.decision.secret] : [])), ...signIn];
}

/** A source tree that records every path that a computation reads. */
interface Asking {
  readonly files: SourceTree;
  readonly seen: InputRecord;
}

function askingOf(tree: OpenTree): Asking {
  const seen = new InputRecord();
  return { files: tree.recorded(seen), seen };
}

/** The part of a check or compile that one thread does: environments, one after another. It reads the repository's shared files once. */
export class Shard {
  readonly tree: OpenTree;
  readonly shared: LoadedShared;
  readonly #folder: OutputFolder | null;
  /** The tree that the shared files are read from, with the record of the paths read. */
  readonly #common: Asking;
  readonly #documents = new Map<string, { document: ReadDocument; seen: InputRecord }>();
  #templates: OwnTemplates | null = null;
  #kept: CompiledEnvironment | null = null;
  readonly #selected: ReadonlySet<string>;
  readonly #names: EnvironmentNames;

  constructor(
    readonly request: RunRequest,
    readonly world: RunWorld,
    /**
     * `from`: another shard whose shared model is used. `onDemand`: loads releases only when needed, because their findings are already
     * known.
     */
    how: { readonly from?: Shard; readonly onDemand?: boolean } = {},
  ) {
    this.tree = openTree(request.tree);
    this.#common = how.from ? how.from.#common : askingOf(openTree(request.tree));
    this.shared = how.from?.shared ?? loadShared(this.#common.files, how.onDemand);
    this.#folder = outputFolder(request);
    this.#selected = new Set(request.selected);
    this.#names = new EnvironmentNames(request.names);
  }

  /** Returns the templates of the repository, read once. They are recorded as files that all environments share. */
  async templates(): Promise<OwnTemplates> {
    this.#templates ??= await readTemplates(this.#common.files);
    return this.#templates;
  }

  /** Returns the states of the shared files that were read so far. */
  get sharedInputs(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#common.seen.states);
  }

  /** Returns a shard for another request that does not read the shared files again. */
  withRequest(request: RunRequest): Shard {
    return new Shard(request, this.world, { from: this });
  }

  /** Returns everything that checking one environment needs. Every path that it reads is recorded in `asking`. */
  #context(name: string, asking: Asking): CheckContext {
    const neighbours = { names: this.#names, document: (other: string) => this.#document(other, other === name, asking) };
    return { files: asking.files, shared: this.shared, neighbours, options: this.request.options };
  }

  /** Checks one environment and returns its result, its compiled form and its documents. */
  check(name: string, asking = askingOf(this.tree)): CheckedEnvironment {
    return checkEnvironment(name, this.#context(name, asking));
  }

  /** Compiles one environment without running the rules. */
  compile(name: string): UncheckedEnvironment {
    return compiledEnvironment(name, this.#context(name, askingOf(this.tree)));
  }

  async run(name: string): Promise<ShardResult> {
    const asking = askingOf(this.tree);
    const checked = this.check(name, asking);
    if (name === this.request.keep) this.#kept = checked.compiled;
    const staged = await this.#stage(checked, asking.files);
    return {
      result: { ...checked.result, findings: [...checked.result.findings, ...staged.findings] },
      summary: summaryDigest(checked.result),
      inputs: Object.fromEntries(asking.seen.states),
      seen: asking.seen.stamps,
      output: staged.output,
      lasting: staged.findings.length === 0,
    };
  }

  /** Returns the compiled form of the environment `request.keep` after `run` has checked it; null if its documents cannot be read. */
  get kept(): CompiledEnvironment | null {
    return this.#kept;
  }

  /** Reads an environment's environment.yaml. Keeps those in memory that other environments extend; keeping all would only fill memory. */
  #document(name: string, own: boolean, asking: Asking): ReadDocument {
    const known = this.#documents.get(name);
    if (known) {
      asking.seen.add(known.seen);
      return known.document;
    }
    const path = environmentPath(name);
    if (own) return readDocument(asking.files, path, "Environment");
    const { files, seen } = askingOf(this.tree);
    const document = readDocument(files, path, "Environment");
    this.#documents.set(name, { document, seen });
    asking.seen.add(seen);
    return document;
  }

  async #stage(
    checked: CheckedEnvironment,
    files: SourceTree,
  ): Promise<{ output: ShardResult["output"]; findings: readonly Finding[] }> {
    const { compiled, result } = checked;
    const folder = this.#folder;
    const nothing = { output: null, findings: [] };
    if (!compiled?.release || compiled.verdict.gate === "block") return nothing;
    if (result.findings.some((finding) => finding.severity === "error")) return nothing;
    if (!this.request.output || !this.#selected.has(result.name))
      return { output: null, findings: await this.#unproven(compiled, result.name) };
    const references = secretsOf(checked);
    const { secrets, faults } = await this.#secrets(references, result.name);
    const shared = secrets
      ? [
          ...knownSecretFindings(references, secrets, files, result.name),
          ...(compiled.signIn
            ? await sharedSecretFindings(compiled.signIn, result.name, this.world, ({ pointer }) => secrets.get(pointer) ?? null)
            : []),
        ]
      : [];
    if ([...faults, ...shared].some(({ severity }) => severity === "error"))
      return { output: null, findings: [...faults, ...shared] };
    const { templates, problems } = await this.templates();
    if (problems.length > 0) return nothing;
    const server = secrets && compiled.signIn ? await encodeSecrets(compiled.signIn, secrets, result.name, this.world) : null;
    if (server?.failed) return { output: null, findings: [...shared, ...server.findings] };
    const { emit } = await import("../artifacts/emit.ts");
    const emitted = emit(compiled, {
      version: this.request.version,
      template: (name) => templates.get(name) ?? null,
      ...(secrets ? { secrets } : {}),
      ...(server ? { encoded: server.encoded } : {}),
    });
    if (emitted.faults.length > 0) {
      return { output: null, findings: emitted.faults.map((fault) => notCompiledFinding(result.name, fault)) };
    }
    const made = { paths: emitted.files.map((file) => file.path), digest: digestOf(emitted.files) };
    const findings = [...shared, ...(server?.findings ?? [])];
    if (!folder) return { output: { state: "staged", files: made, bytes: emitted.files }, findings };
    if (folder.holds(result.name, emitted.files)) return { output: { state: "unchanged", files: made }, findings };
    folder.stage(result.name, emitted.files);
    return { output: { state: "staged", files: made }, findings };
  }

  /**
   * Reports the files that `compile` would refuse although every rule passes, because they would not read back as intended. Writes nothing.
   * With sso.yaml or an own template every file is produced; otherwise only those to install, because built-in notes are always accepted.
   */
  async #unproven(compiled: CompiledEnvironment, name: string): Promise<readonly Finding[]> {
    const { templates, problems, own } = await this.templates();
    if (problems.length > 0) return [];
    const whole = own || compiled.signIn !== null;
    const faults = whole
      ? (await import("../artifacts/emit.ts")).emit(compiled, {
          version: this.request.version,
          template: (template) => templates.get(template) ?? null,
        }).faults
      : (await import("../artifacts/installed-proof.ts")).installedFaults(compiled);
    return faults.map((fault) => notCompiledFinding(name, fault));
  }

  async #secrets(
    references: readonly SecretReference[],
    environment: string,
  ): Promise<{ secrets: ReadonlyMap<string, SecretValue> | null; faults: readonly Finding[] }> {
    const { root, output } = this.request;
    if (!output?.withSecrets || root === null) return { secrets: null, faults: [] };
    const secrets = new Map<string, SecretValue>();
    const faults: Finding[] = [];
    for (const reference of references) {
      const answer = await lookUpSecret(reference, root, this.world, true);
      if ("value" in answer) secrets.set(reference.pointer, answer.value);
      else faults.push(notSetFinding(reference, answer.fault, environment));
    }
    return { secrets, faults };
  }
}
