import type { CompiledEnvironment } from "../compile/compiled.ts";
import { type LoadedShared, loadShared } from "../load/shared.ts";
import { type ReadDocument, readDocument } from "../load/document.ts";
import { type Finding, type SecretValue, environmentPath } from "../../kernel/index.ts";
import { type OutputFolder, type RepositoryFiles, Seen, type Stamps, digestOf, lookUpSecret } from "../../platform/index.ts";
import { EnvironmentNames } from "../model/environment-names.ts";
import type { SecretReference } from "../model/secret.ts";
import { signInSecrets } from "../sso/parameters.ts";
import {
  type CheckContext,
  type CheckedEnvironment,
  type EnvironmentResult,
  checkEnvironment,
  compiledEnvironment,
} from "./check-environment.ts";
import { filesOf } from "./files.ts";
import { knownSecretFindings } from "./known-secrets.ts";
import { notCompiledFinding } from "./not-compiled.ts";
import { outputFolder } from "./output.ts";
import { encodeSecrets } from "./server-secrets.ts";
import { sharedSecretFindings } from "./shared-secrets.ts";
import { type OutputDigest, summaryDigest } from "./run-cache.ts";
import { type OwnTemplates, readTemplates } from "./templates.ts";
import type { RunRequest, RunWorld } from "./request.ts";
import { notSetFinding } from "./secret-not-set.ts";

/** An environment's result with what was staged for it. Plain data. */
export interface ShardResult {
  readonly result: EnvironmentResult;
  /** false: writing found something that reading does not, so the next run has to look again. */
  readonly lasting: boolean;
  /** Of the summary, for the rules that look across environments. */
  readonly summary: string;
  /** Every path that was asked for and what was there: equal inputs give an equal result. null: the cache knows it. */
  readonly inputs: Readonly<Record<string, string>> | null;
  /** What tells without reading that the inputs are the same. */
  readonly seen: Stamps | null;
  /** null: not asked for, or not to be written. */
  readonly output: { readonly state: "staged" | "unchanged"; readonly files: OutputDigest | null } | null;
}

function secretsOf({ compiled }: CheckedEnvironment): readonly SecretReference[] {
  const keys = Object.values(compiled?.files ?? {}).flatMap((file) => file.decided);
  const signIn = compiled?.signIn ? signInSecrets(compiled.signIn).map(({ reference }) => reference) : [];
  return [...keys.flatMap((key) => (key.decision.secret ? [key.decision.secret] : [])), ...signIn];
}

/** One environment after another, in this thread. Reads what all share once. */
export class Shard {
  readonly files: RepositoryFiles;
  readonly shared: LoadedShared;
  readonly #folder: OutputFolder | null;
  /** Reads what all environments share, and keeps a record of it. */
  readonly #sharedFiles: RepositoryFiles;
  readonly #documents = new Map<string, { document: ReadDocument; seen: Seen }>();
  #templates: OwnTemplates | null = null;
  #kept: CompiledEnvironment | null = null;
  readonly #selected: ReadonlySet<string>;
  readonly #names: EnvironmentNames;

  constructor(
    readonly request: RunRequest,
    readonly world: RunWorld,
    /** `from`: another shard whose shared model serves here, too. `onDemand`: what is to be said about releases is known. */
    how: { readonly from?: Shard; readonly onDemand?: boolean } = {},
  ) {
    this.files = filesOf(request);
    this.#sharedFiles = how.from ? how.from.#sharedFiles : filesOf(request);
    this.#sharedFiles.record ??= new Seen();
    this.shared = how.from?.shared ?? loadShared(this.#sharedFiles, how.onDemand);
    this.#folder = outputFolder(request);
    this.#selected = new Set(request.selected);
    this.#names = new EnvironmentNames(request.names);
  }

  /** The repository's own templates, read once and part of what all environments share. */
  async templates(): Promise<OwnTemplates> {
    this.#templates ??= await readTemplates(this.#sharedFiles);
    return this.#templates;
  }

  /** What the shared model was read from so far. */
  get sharedInputs(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#sharedFiles.record?.states ?? []);
  }

  /** The same shared model under another request. */
  withRequest(request: RunRequest): Shard {
    return new Shard(request, this.world, { from: this });
  }

  /** What the model of one environment is made from. */
  #context(name: string): CheckContext {
    this.files.record = new Seen();
    const neighbours = { names: this.#names, document: (other: string) => this.#document(other, other === name) };
    return { files: this.files, shared: this.shared, neighbours, options: this.request.options };
  }

  /** One environment, with its model. */
  check(name: string): CheckedEnvironment {
    return checkEnvironment(name, this.#context(name));
  }

  /** One environment as it is compiled, without what the rules say of it. */
  compile(name: string): Pick<CheckedEnvironment, "compiled" | "loaded"> {
    return compiledEnvironment(name, this.#context(name));
  }

  async run(name: string): Promise<ShardResult> {
    const checked = this.check(name);
    if (name === this.request.keep) this.#kept = checked.compiled;
    const staged = await this.#stage(checked);
    return {
      result: { ...checked.result, findings: [...checked.result.findings, ...staged.findings] },
      summary: summaryDigest(checked.result),
      inputs: Object.fromEntries(this.files.record?.states ?? []),
      seen: this.files.record?.stamps ?? null,
      output: staged.output,
      lasting: staged.findings.length === 0,
    };
  }

  /** The model of the environment that was to be kept, once it has run; null where its files do not give one. */
  get kept(): CompiledEnvironment | null {
    return this.#kept;
  }

  /** environment.yaml of an environment; those that others extend are kept, the rest would only fill memory. */
  #document(name: string, own: boolean): ReadDocument {
    const known = this.#documents.get(name);
    if (known) {
      this.files.record?.add(known.seen);
      return known.document;
    }
    const path = environmentPath(name);
    if (own) return readDocument(this.files, path, "Environment");
    const asking = this.files.record;
    const seen = new Seen();
    this.files.record = seen;
    const document = readDocument(this.files, path, "Environment");
    this.#documents.set(name, { document, seen });
    asking?.add(seen);
    this.files.record = asking;
    return document;
  }

  async #stage(checked: CheckedEnvironment): Promise<{ output: ShardResult["output"]; findings: readonly Finding[] }> {
    const { compiled, result } = checked;
    const folder = this.#folder;
    const nothing = { output: null, findings: [] };
    if (!compiled?.release || compiled.verdict.gate === "block") return nothing;
    if (result.findings.some((finding) => finding.severity === "error")) return nothing;
    if (!folder || !this.#selected.has(result.name))
      return { output: null, findings: await this.#unproven(compiled, result.name) };
    const references = secretsOf(checked);
    const { secrets, faults } = await this.#secrets(references, result.name);
    const shared = secrets
      ? [
          ...knownSecretFindings(references, secrets, this.files, result.name),
          ...(compiled.signIn
            ? await sharedSecretFindings(compiled.signIn, result.name, this.world, ({ pointer }) => secrets.get(pointer) ?? null)
            : []),
        ]
      : [];
    if ([...faults, ...shared].some(({ severity }) => severity === "error"))
      return { output: null, findings: [...faults, ...shared] };
    const templates = await this.templates();
    if (templates.problems.length > 0) return nothing;
    const server = secrets && compiled.signIn ? await encodeSecrets(compiled.signIn, secrets, result.name, this.world) : null;
    if (server?.failed) return { output: null, findings: [...shared, ...server.findings] };
    const { emit } = await import("../artifacts/emit.ts");
    const emitted = emit(compiled, {
      version: this.request.version,
      template: (name) => templates.texts.get(name) ?? null,
      ...(secrets ? { secrets } : {}),
      ...(server ? { encoded: server.encoded } : {}),
    });
    if (emitted.faults.length > 0) {
      return { output: null, findings: emitted.faults.map((fault) => notCompiledFinding(result.name, fault)) };
    }
    const files = { paths: emitted.files.map((file) => file.path), digest: digestOf(emitted.files) };
    const findings = [...shared, ...(server?.findings ?? [])];
    if (folder.holds(result.name, emitted.files)) return { output: { state: "unchanged", files }, findings };
    folder.stage(result.name, emitted.files);
    return { output: { state: "staged", files }, findings };
  }

  /**
   * Returns what a compile would refuse although every rule is silent: files that do not read back as meant. Nothing is written. What the tool's
   * own note says of a workstation cannot be refused; pages of a sign-in and a repository's own templates are rendered.
   */
  async #unproven(compiled: CompiledEnvironment, name: string): Promise<readonly Finding[]> {
    const { texts, problems, own } = await this.templates();
    if (problems.length > 0) return [];
    const whole = own || compiled.signIn !== null;
    const faults = whole
      ? (await import("../artifacts/emit.ts")).emit(compiled, {
          version: this.request.version,
          template: (template) => texts.get(template) ?? null,
        }).faults
      : (await import("../artifacts/installed-proof.ts")).installedFaults(compiled);
    return faults.map((fault) => notCompiledFinding(name, fault));
  }

  async #secrets(
    references: readonly SecretReference[],
    environment: string,
  ): Promise<{ secrets: ReadonlyMap<string, SecretValue> | null; faults: readonly Finding[] }> {
    if (!this.request.output?.withSecrets) return { secrets: null, faults: [] };
    const secrets = new Map<string, SecretValue>();
    const faults: Finding[] = [];
    for (const reference of references) {
      const answer = await lookUpSecret(reference, this.request.root, this.world, true);
      if ("value" in answer) secrets.set(reference.pointer, answer.value);
      else faults.push(notSetFinding(reference, answer.fault, environment));
    }
    return { secrets, faults };
  }
}
