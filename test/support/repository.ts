import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseHostsFile } from "../../src/compiler/compile/hosts-file.ts";
import { EXAMPLE_REPOSITORY } from "../../src/compiler/rules/example.ts";
import { EXAMPLE_SIGN_IN } from "../../src/compiler/rules/sso/example-sign-in.ts";
import type { Example } from "../../src/kernel/diagnostic/example.ts";
import { type RunOutcome, runRepository } from "../../src/compiler/run/run.ts";
import { environmentNames } from "../../src/compiler/load/environment-names.ts";
import { diskTree } from "../../src/platform/disk-tree.ts";
import { fakeHost } from "./host.ts";
import { repositoryAt } from "../../src/compiler/run/request.ts";

/** A new empty folder; test/support/scratch.ts removes it when the test file is done. */
export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), "tierwright-test-"));

export type Files = Record<string, string | Uint8Array>;

/** Writes files below a folder. */
export function writeFiles(folder: string, files: Readonly<Files>): void {
  const made = new Set<string>();
  for (const [path, content] of Object.entries(files)) {
    const absolute = join(folder, ...path.split("/"));
    const parent = dirname(absolute);
    if (!made.has(parent)) mkdirSync(parent, { recursive: true });
    made.add(parent);
    writeFileSync(absolute, content);
  }
}

/** A new folder that holds the example repository with these files beside or instead. */
export function exampleRepository(changes: Readonly<Files> = {}): string {
  const folder = temporaryFolder();
  writeFiles(folder, { ...EXAMPLE_REPOSITORY, ...changes });
  return folder;
}

/** Returns the text of an example environment with another host, at an address of its own. */
export function withTierAt(host: string, text: string): string {
  const [a, b, c] = createHash("sha256").update(host).digest("hex").match(/.{4}/g) ?? [];
  return text.replaceAll("plm.example.com", host).replaceAll("10.20.0.11", `"2001:db8:${a}:${b}:${c}::1"`);
}

/** Two environments on tiers of their own. */
export function twoEnvironments(): string {
  const demo = EXAMPLE_REPOSITORY["environments/demo/environment.yaml"] ?? "";
  const other = withTierAt("b.example.com", demo).replace("name: demo", "name: production");
  return exampleRepository({ "environments/production/environment.yaml": other });
}

/** Replaces a text of a file that must be there once; what is not found would make a test assert nothing. */
export function edit(folder: string, path: string, replace: string, replacement: string | Uint8Array): void {
  const absolute = join(folder, ...path.split("/"));
  const bytes = readFileSync(absolute);
  const at = bytes.indexOf(replace);
  if (at < 0) throw new Error(`${path} does not hold ${JSON.stringify(replace)}`);
  if (bytes.indexOf(replace, at + 1) >= 0) throw new Error(`${path} holds ${JSON.stringify(replace)} twice`);
  writeFileSync(
    absolute,
    Buffer.concat([bytes.subarray(0, at), Buffer.from(replacement), bytes.subarray(at + Buffer.byteLength(replace))]),
  );
}

/** Applies an example of a rule. */
export function applyExample(folder: string, example: Example): void {
  if (example.signIn) writeFiles(folder, EXAMPLE_SIGN_IN);
  const content = typeof example.with === "string" ? example.with.repeat(example.repeat ?? 1) : example.with;
  if (example.replace === undefined) writeFiles(folder, { [example.file]: content });
  else edit(folder, example.file, example.replace, content);
  for (const further of example.also ?? []) applyExample(folder, further);
}

export interface RunSettings {
  readonly today?: string;
  readonly hosts?: string;
  readonly requireProof?: boolean;
  readonly withSecrets?: boolean;
  /** Output folder; absent: check only. */
  readonly out?: string;
  readonly only?: readonly string[];
  /** The environment whose model is wanted. */
  readonly keep?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly programs?: NonNullable<Parameters<typeof fakeHost>[0]>["programs"];
  readonly dns?: Readonly<Record<string, readonly string[]>>;
  readonly version?: string;
}

/** One run over a folder, as `check` or `compile` makes it. */
export function run(folder: string, settings: RunSettings = {}): Promise<RunOutcome> {
  const names = environmentNames(diskTree(folder));
  return runRepository(
    {
      ...repositoryAt(folder),
      version: settings.version ?? "0.1.0",
      names,
      selected: settings.only ?? names,
      ...(settings.keep === undefined ? {} : { keep: settings.keep }),
      options: {
        today: settings.today ?? "2026-11-21",
        requireProof: settings.requireProof ?? false,
        hostsFile: settings.hosts === undefined ? null : parseHostsFile("hosts", settings.hosts),
        resolved: null,
      },
      resolve: settings.dns !== undefined,
      output: settings.out === undefined ? null : { folder: settings.out, withSecrets: settings.withSecrets ?? false },
    },
    fakeHost({
      ...(settings.env ? { env: settings.env } : {}),
      ...(settings.dns ? { dns: settings.dns } : {}),
      ...(settings.programs ? { programs: settings.programs } : {}),
    }).host,
  );
}

export const rulesOf = (outcome: RunOutcome): readonly string[] => outcome.findings.map((finding) => finding.rule);
