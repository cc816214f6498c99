import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import * as core from "@actions/core";
import { runAction, withCommits } from "./serve/index.ts";
import { dispatch } from "./cli/index.ts";
import { type Host, githubComments, processHost, staysInside } from "./platform/index.ts";
import type { Annotation, FurtherForm } from "./report/index.ts";

/* The GitHub Action. It runs the commands of the command line and adds inputs, annotations, a summary and outputs of GitHub's runner. */

const workspace = process.env.GITHUB_WORKSPACE ?? process.cwd();
const LEVELS = { error: core.error, warning: core.warning, notice: core.notice };

/** Runs a tierwright command line in the checkout. Returns its exit code and everything that it printed. */
async function run(argv: readonly string[], further: readonly FurtherForm[] = []) {
  const chunks: { out: Buffer[]; err: Buffer[] } = { out: [], err: [] };
  const output = (into: Buffer[]) => ({
    write: (data: string | Uint8Array) => void into.push(Buffer.from(data)),
    color: false,
    width: null,
  });
  const host: Host = { ...processHost(), cwd: workspace, stdout: output(chunks.out), stderr: output(chunks.err) };
  const code = await dispatch(argv, host, resolve, further);
  return { code, out: Buffer.concat(chunks.out).toString("utf8"), err: Buffer.concat(chunks.err).toString("utf8") };
}

/**
 * Returns the JSON document of the event that started the workflow. Returns null if its file cannot be read, for example because somebody
 * runs the step by hand.
 */
function event(): unknown {
  try {
    return JSON.parse(readFileSync(process.env.GITHUB_EVENT_PATH ?? "", "utf8"));
  } catch {
    return null;
  }
}

/**
 * Writes text to the workflow's log. Inserts "| " before `::` and `##[` at the start of a line, because GitHub's runner would take such a
 * line for one of its commands, even after spaces.
 */
const info = (text: string): void => core.info(text.replace(/^([^\S\n\r\u2028\u2029]*)(::|##\[)/gm, "$1| $2"));

function annotate({ level, title, message, place }: Annotation): void {
  const columns = place?.columns && { startColumn: place.columns.column, endColumn: place.columns.endColumn };
  LEVELS[level](message, {
    title,
    ...(place && { file: place.file, startLine: place.line, endLine: place.endLine, ...columns }),
  });
}

await runAction({
  input: (name) => core.getInput(name),
  env: (name) => process.env[name],
  variables: () => Object.keys(process.env),
  exists: existsSync,
  event,
  inside: (path, from) => staysInside(workspace, path, from),
  run,
  annotate,
  info,
  summarize: async (text) => {
    if (process.env.GITHUB_STEP_SUMMARY) await core.summary.addRaw(text, true).write();
    else info(text);
  },
  output: core.setOutput,
  mask: core.setSecret,
  write: (path, text) => {
    const target = join(workspace, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  },
  commits: (directory, use) => withCommits(processHost().openGit, resolve(workspace, directory), use),
  comments: (token, pullRequest) =>
    githubComments({
      api: process.env.GITHUB_API_URL ?? "https://api.github.com",
      token,
      repository: process.env.GITHUB_REPOSITORY ?? "",
      pullRequest,
    }),
  fail: core.setFailed,
});
