import { resolve } from "node:path";
import { withCommits } from "../../../src/serve/action/commits.ts";
import { type ActionWorld, runAction } from "../../../src/serve/action/run.ts";
import { dispatch } from "../../../src/cli/dispatch.ts";
import { githubComments } from "../../../src/platform/github.ts";
import type { Annotation } from "../../../src/report/annotations.ts";
import { fakeHost } from "../../support/host.ts";
import { pullRequest } from "./step.ts";

type Words = Readonly<Record<string, string>>;

/** The Action with the commands of this process and a runner in memory. */
export async function action(cwd: string, inputs: Words = {}, env: Words = {}, further: Partial<ActionWorld> = {}) {
  const told = {
    lines: [] as string[][],
    annotations: [] as Annotation[],
    info: [] as string[],
    masked: [] as string[],
    summary: "",
    outputs: {} as Record<string, string>,
    written: {} as Record<string, string>,
    failed: null as string | null,
  };
  await runAction({
    input: (name) => inputs[name] ?? "",
    env: (name) => env[name],
    variables: () => Object.keys(env),
    exists: () => false,
    event: () => null,
    inside: (path) => !path.includes(".."),
    run: async (argv, forms = []) => {
      told.lines.push([...argv]);
      const fake = fakeHost({ cwd });
      const code = await dispatch(argv, fake.host, resolve, forms);
      return { code, out: fake.out(), err: fake.err() };
    },
    annotate: (annotation) => void told.annotations.push(annotation),
    info: (text) => void told.info.push(text),
    summarize: async (text) => {
      told.summary += text;
    },
    output: (name, value) => {
      told.outputs[name] = value;
    },
    mask: (value) => void told.masked.push(value),
    write: (path, text) => {
      told.written[path] = text;
    },
    commits: (directory, use) => withCommits(fakeHost({ cwd }).host.openGit, resolve(cwd, directory), use),
    comments: () => {
      throw new Error("nobody may be asked");
    },
    fail: (message) => {
      told.failed = message;
    },
    ...further,
  });
  return told;
}

/** On pull request 7 of org/site, with a server to comment on. */
export const commentingAction = (cwd: string) =>
  action(
    cwd,
    { comment: "sticky", token: "t0ken", command: "check" },
    { GITHUB_EVENT_NAME: "pull_request" },
    {
      event: () => pullRequest("a".repeat(40)).payload,
      comments: (token, number) =>
        githubComments({ api: "https://github.example.com", token, repository: "org/site", pullRequest: number }),
    },
  );
