import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { builtCli } from "../cli/built.ts";
import { temporaryFolder } from "../support/repository.ts";

export interface Step {
  readonly name?: string;
  readonly run?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Workflow {
  readonly on: Readonly<Record<string, Readonly<Record<string, unknown>> | null>>;
  readonly jobs: Readonly<
    Record<string, Readonly<Record<string, unknown>> & { readonly steps: readonly Step[]; readonly if?: string }>
  >;
}

export const readWorkflow = (path: string): Workflow => parse(readFileSync(path, "utf8")) as Workflow;

let tools: string | null = null;

/** `tierwright` and `npx tierwright` are the built command, `npm` has installed it already. */
async function toolsFolder(): Promise<string> {
  if (tools !== null) return tools;
  const folder = temporaryFolder();
  const cli = await builtCli();
  mkdirSync(folder, { recursive: true });
  const shims = {
    npm: "exit 0",
    npx: 'while [ "$1" != tierwright ]; do shift; done; shift; exec tierwright "$@"',
    tierwright: `exec '${process.execPath}' '${cli}' "$@"`,
  };
  for (const [name, body] of Object.entries(shims)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${body}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  tools = folder;
  return folder;
}

/** Plays the `run` steps of a job as a runner does: each in bash with -e, after a failure only those that ask for it. */
export async function play(job: { readonly steps: readonly Step[] }, checkout: string, expressions: (inner: string) => string) {
  const folder = temporaryFolder();
  mkdirSync(folder, { recursive: true });
  const summary = join(folder, "summary");
  writeFileSync(summary, "");
  const filled = (text: string) => text.replace(/\$\{\{(.*?)\}\}/g, (_, inner: string) => expressions(inner.trim()));
  const PATH = `${await toolsFolder()}:${process.env.PATH ?? ""}`;
  const ran: { readonly run: string; readonly code: number | null; readonly out: string }[] = [];
  let failed = false;
  for (const { run, env = {}, if: when } of job.steps) {
    if (run === undefined || (failed && !/always\(\)|failure\(\)/.test(when ?? ""))) continue;
    const own = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filled(String(value))]));
    const found = spawnSync("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", filled(run)], {
      cwd: checkout,
      encoding: "utf8",
      env: {
        PATH,
        HOME: folder,
        XDG_CACHE_HOME: folder,
        CI: "true",
        GITHUB_ACTIONS: "true",
        GITHUB_WORKSPACE: checkout,
        GITHUB_STEP_SUMMARY: summary,
        ...own,
      },
    });
    failed ||= found.status !== 0;
    ran.push({ run, code: found.status, out: found.stdout + found.stderr });
  }
  return { failed, ran, summary: readFileSync(summary, "utf8") };
}
