import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../house/project.ts";
import { temporaryFolder } from "../../support/repository.ts";

export interface Step {
  readonly code: number | null;
  /** What the log shows. */
  readonly log: string;
  readonly err: string;
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
}

/** The outputs file as the runner reads it: NAME<<MARK, lines, MARK. */
function outputsOf(text: string): Record<string, string> {
  const found = text.matchAll(/^([\w-]+)<<(\S+)\n([\s\S]*?)\n\2$/gm);
  return Object.fromEntries([...found].map(([, name = "", , value = ""]) => [name, value]));
}

/**
 * Runs action/index.js as GitHub's runner does: inputs, event and files by variables, in a checkout.
 *
 * @param project the folder of the project whose built Action runs
 */
export async function step(
  checkout: string,
  event: { readonly name: string; readonly payload: unknown },
  inputs: Readonly<Record<string, string>> = {},
  env: Readonly<Record<string, string>> = {},
  project = ROOT,
): Promise<Step> {
  const folder = temporaryFolder();
  mkdirSync(folder, { recursive: true });
  const files = {
    GITHUB_OUTPUT: join(folder, "output"),
    GITHUB_STEP_SUMMARY: join(folder, "summary"),
    GITHUB_EVENT_PATH: join(folder, "event.json"),
  };
  writeFileSync(files.GITHUB_OUTPUT, "");
  writeFileSync(files.GITHUB_STEP_SUMMARY, "");
  writeFileSync(files.GITHUB_EVENT_PATH, JSON.stringify(event.payload));
  const named = Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]);
  const child = spawn(process.execPath, [join(project, "action/index.js")], {
    cwd: checkout,
    env: {
      PATH: process.env.PATH,
      XDG_CACHE_HOME: folder,
      HOME: folder,
      GITHUB_ACTIONS: "true",
      GITHUB_EVENT_NAME: event.name,
      GITHUB_WORKSPACE: checkout,
      GITHUB_REPOSITORY: "org/site",
      ...files,
      ...Object.fromEntries(named),
      ...env,
    },
  });
  const texts = { out: "", err: "" };
  child.stdout.on("data", (chunk) => (texts.out += String(chunk)));
  child.stderr.on("data", (chunk) => (texts.err += String(chunk)));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return {
    code,
    log: texts.out,
    err: texts.err,
    summary: readFileSync(files.GITHUB_STEP_SUMMARY, "utf8"),
    outputs: outputsOf(readFileSync(files.GITHUB_OUTPUT, "utf8")),
  };
}

/** The document of a pull request's event, as far as it is read. */
export const pullRequest = (base: string, head = "org/site") => ({
  name: "pull_request",
  payload: {
    pull_request: { number: 7, base: { sha: base, repo: { full_name: "org/site" } }, head: { repo: { full_name: head } } },
  },
});
