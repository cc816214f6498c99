import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Place } from "../../../src/kernel/diagnostic/place.ts";
import { EXAMPLE_REPOSITORY } from "../../../src/compiler/rules/example.ts";
import type { RunWorld } from "../../../src/compiler/run/request.ts";
import { runRepository } from "../../../src/compiler/run/run.ts";
import type { Verdict } from "../../../src/kernel/verdict/verdict.ts";
import { cacheFolder } from "../../support/host.ts";
import { helpOf, said } from "../../support/said.ts";
import { repositoryAt } from "../../../src/compiler/run/request.ts";

/** The example repository with some files changed: a text for a whole file, a pair for one replacement. */
export type Change = Readonly<Record<string, string | readonly [from: string, to: string]>>;

export const ENVIRONMENT = "environments/demo/environment.yaml";
export const MATRIX = "releases/matrix.yaml";
export const EXCEPTIONS = "releases/exceptions.yaml";
export const RELEASE = "releases/2506/release.yaml";

function changed(before: string | undefined, change: string | readonly [string, string], path: string): string {
  if (typeof change === "string") return change;
  if (!before?.includes(change[0])) throw new Error(`${path} does not hold '${change[0]}'`);
  return before.replace(change[0], () => change[1]);
}

/** Lays the changed example repository down in a folder of its own and removes it afterwards. */
export async function withRepository<T>(change: Change, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "tierwright-"));
  try {
    const texts = new Map(Object.entries(EXAMPLE_REPOSITORY));
    for (const [path, what] of Object.entries(change)) texts.set(path, changed(texts.get(path), what, path));
    for (const [path, text] of texts) {
      const file = join(folder, ...path.split("/"));
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** exceptions.yaml with the entries given, each the inside of a flow mapping. */
export function exceptionsFile(...entries: readonly string[]): string {
  return `apiVersion: tierwright/v1\nkind: Exceptions\nexceptions:\n${entries.map((entry) => `  - { ${entry} }\n`).join("")}`;
}

/** A finding of the group compat with the text that its place marks. */
export interface Found {
  readonly rule: string;
  readonly severity: string;
  readonly environment: string | null;
  readonly file: string;
  readonly line: number;
  readonly marked: string;
  readonly message: string;
  readonly help: string;
  readonly related: readonly string[];
}

const DAY = "2026-09-22";

/** Checks the changed example repository as `tierwright check` does. */
export async function checked(change: Change, today = DAY): Promise<{ found: readonly Found[]; verdicts: readonly Verdict[] }> {
  return withRepository(change, async (root) => {
    const names = readdirSync(join(root, "environments"), { withFileTypes: true })
      .flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
      .sort();
    const options = { today, requireProof: false, hostsFile: null, resolved: null };
    const world: RunWorld = {
      env: cacheFolder,
      now: () => new Date(`${today}T12:00:00Z`),
      run: () => Promise.reject(new Error("no program may run")),
      resolve: () => Promise.reject(new Error("no name may be resolved")),
      processors: 1,
    };
    const outcome = await runRepository(
      { ...repositoryAt(root), version: "0.0.0", options, names, selected: names, resolve: false, output: null },
      world,
    );
    const marked = ({ file, line, column, endColumn }: Place) =>
      readFileSync(join(root, ...file.split("/")), "utf8")
        .split("\n")
        [line - 1]?.slice(column - 1, endColumn - 1) ?? "";
    const found = outcome.findings.flatMap((finding): Found[] => {
      if (!finding.rule.startsWith("compat/") || !finding.at) return [];
      const related = (finding.related ?? []).map(({ place }) => `${place.file}:${place.line} ${marked(place)}`);
      const { rule, severity, environment, at } = finding;
      const [message, help] = [said(finding), helpOf(finding)];
      return [{ rule, severity, environment, file: at.file, line: at.line, marked: marked(at), message, help, related }];
    });
    return { found, verdicts: outcome.environments.flatMap((environment) => environment.summary?.verdict ?? []) };
  });
}

/** The same, for the findings of one rule. */
export async function findingsOf(rule: string, change: Change, today = DAY): Promise<readonly Found[]> {
  return (await checked(change, today)).found.filter((finding) => finding.rule === rule);
}
