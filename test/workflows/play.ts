import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../support/repository.ts";
import type { Job, Step, Workflow } from "./files.ts";

/** What a step may name in `${{ }}`: an expression's text with its value. */
export type Known = Readonly<Record<string, string>>;

export interface Scene {
  readonly cwd: string;
  /** Programs that stand in front of the machine's own. */
  readonly bin: string;
  readonly known: Known;
  readonly env?: Readonly<Record<string, string>>;
  /** Plays an action of its name (what stands before '@'); what is not here may not be used. Gives its exit code. */
  readonly uses: Readonly<Record<string, (given: Readonly<Record<string, unknown>>) => Promise<number> | number>>;
  /** Scripts that need what a test has not, by their text. */
  readonly without?: readonly string[];
}

export interface Played {
  /** The job is green. */
  readonly ok: boolean;
  readonly log: string;
  readonly summary: string;
  /** What was run, by name or text; the last one failed where the job did. */
  readonly ran: readonly string[];
  readonly outputs: Readonly<Record<string, string>>;
}

const nameOf = ({ name, uses, run }: Step): string => name ?? uses ?? run?.trim() ?? "";

/** Text with its expressions filled in; one that nobody gave a value is a fault of the test. */
function filled(text: string, known: Known): string {
  return text.replace(/\$\{\{\s*(.*?)\s*\}\}/g, (_, expression: string) => {
    const value = known[expression];
    if (value === undefined) throw new Error(`the scene has no value for ${expression}`);
    return value;
  });
}

const outputLines = (text: string): readonly (readonly [string, string])[] =>
  text
    .split("\n")
    .flatMap((line) =>
      /^[\w-]+=/.test(line) ? [[line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)] as const] : [],
    );

/** An executable of the name in a folder: a script for node. */
export function program(bin: string, name: string, code: string): void {
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, `${name}.mjs`), code);
  writeFileSync(join(bin, name), `#!/bin/sh\nexec '${process.execPath}' '${join(bin, `${name}.mjs`)}' "$@"\n`);
  chmodSync(join(bin, name), 0o755);
}

/** The steps of a job one after the other, as GitHub's runner runs them: bash for scripts, files for outputs and the summary. */
export async function play(workflow: Workflow, job: Job, scene: Scene): Promise<Played> {
  const runner = temporaryFolder();
  const files = {
    GITHUB_OUTPUT: join(runner, "output"),
    GITHUB_STEP_SUMMARY: join(runner, "summary"),
    script: join(runner, "script.sh"),
  };
  const temp = join(runner, "temp");
  mkdirSync(temp);
  let [ok, log, summary] = [true, "", ""];
  const known: Record<string, string> = { ...scene.known };
  const outputs: Record<string, string> = {};
  const ran: string[] = [];
  for (const step of job.steps) {
    if (!ok && step.if !== "always()") continue;
    if (step.if !== undefined && step.if !== "always()") throw new Error(`the scene cannot decide 'if: ${step.if}'`);
    if (step.run !== undefined && scene.without?.includes(step.run.trim())) continue;
    ran.push(nameOf(step));
    if (step.uses !== undefined) {
      const action = step.uses.replace(/@.*$/, "");
      const actor = scene.uses[action];
      if (!actor) throw new Error(`the scene has no ${action}`);
      if ((await actor(step.with ?? {})) !== 0) ok = false;
      continue;
    }
    for (const file of [files.GITHUB_OUTPUT, files.GITHUB_STEP_SUMMARY]) writeFileSync(file, "");
    writeFileSync(files.script, step.run ?? "");
    const strict = (step.shell ?? workflow.defaults?.run?.shell) === "bash";
    const own = Object.entries(step.env ?? {}).map(([name, value]) => [name, filled(value, known)]);
    const found = spawnSync("bash", [...(strict ? ["--noprofile", "--norc", "-eo", "pipefail"] : ["-e"]), files.script], {
      cwd: scene.cwd,
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
      env: {
        PATH: `${scene.bin}:${process.env.PATH ?? ""}`,
        HOME: runner,
        XDG_CACHE_HOME: runner,
        GIT_CONFIG_GLOBAL: "/dev/null",
        RUNNER_TEMP: temp,
        GITHUB_ACTIONS: "true",
        GITHUB_WORKSPACE: scene.cwd,
        GITHUB_SERVER_URL: "https://github.example.com",
        GITHUB_REPOSITORY: "org/site",
        GITHUB_OUTPUT: files.GITHUB_OUTPUT,
        GITHUB_STEP_SUMMARY: files.GITHUB_STEP_SUMMARY,
        npm_config_offline: "true",
        npm_config_update_notifier: "false",
        ...scene.env,
        ...Object.fromEntries(own),
      },
    });
    log += found.stdout + found.stderr;
    summary += readFileSync(files.GITHUB_STEP_SUMMARY, "utf8");
    for (const [name, value] of outputLines(readFileSync(files.GITHUB_OUTPUT, "utf8"))) {
      outputs[name] = value;
      if (step.id !== undefined) known[`steps.${step.id}.outputs.${name}`] = value;
    }
    if (found.status !== 0) ok = false;
  }
  return { ok, log, summary, ran, outputs };
}
