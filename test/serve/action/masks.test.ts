import { describe, expect, test } from "vitest";
import { masksOf } from "../../../src/serve/action/masks.ts";
import { edit, exampleRepository } from "../../support/repository.ts";
import { action } from "./runner.ts";

/** Variables of a step on a runner of GitHub, as its images have them. */
const RUNNER: Readonly<Record<string, string>> = {
  CI: "true",
  GITHUB_ACTIONS: "true",
  GITHUB_ACTOR: "octocat",
  GITHUB_REPOSITORY: "org/site",
  GITHUB_WORKSPACE: "/srv/runner/work/site/site",
  GITHUB_REF_NAME: "12/merge",
  GITHUB_RUN_ATTEMPT: "1",
  GITHUB_RUN_ID: "1234567890",
  GITHUB_EVENT_NAME: "pull_request",
  GITHUB_TOKEN: "ghs_abcdefghijklmnopqrstuvwxyz0123456789",
  GITHUB_SERVER_URL: "https://github.com",
  RUNNER_OS: "Linux",
  RUNNER_ARCH: "X64",
  RUNNER_TEMP: "/srv/runner/work/_temp",
  RUNNER_NAME: "GitHub Actions 2",
  ACTIONS_RUNTIME_URL: "https://pipelines.example.com/",
  INPUT_DIRECTORY: ".",
  INPUT_COMMAND: "auto",
  HOME: "/srv/runner",
  PATH: "/usr/local/bin:/usr/bin:/bin",
  SHELL: "/bin/bash",
  USER: "runner",
  LANG: "C.UTF-8",
  PWD: "/srv/runner/work/site/site",
  TERM: "xterm",
  XDG_RUNTIME_DIR: "/run/user/1001",
  JAVA_HOME_17_X64: "/usr/lib/jvm/temurin-17-jdk-amd64",
  ANDROID_HOME: "/usr/local/lib/android/sdk",
  ENABLE_RUNNER_TRACING: "true",
  ACCEPT_EULA: "Y",
  DOTNET_NOLOGO: "1",
  BOOTSTRAP_HASKELL_NONINTERACTIVE: "1",
  ImageOS: "linux",
  // a workflow's own, which are no secrets either
  TARGET: "production",
  LEVEL: "error",
  STATE_OF_GATE: "accepted",
  FLAG: "False",
  FILE: "environments/demo/environment.yaml",
  BLANKS: "        ",
  RULER: "--------",
  NAME: "demo",
  PART: "ork/si",
  EMPTY: "",
};
const OPEN = ["production", "demo", "environments/demo/environment.yaml"];

const PATHS = ["/usr/lib/jvm/temurin-17-jdk-amd64", "/usr/local/lib/android/sdk"];
const masks = (named: readonly string[], more: Readonly<Record<string, string>> = {}) => {
  const all: Readonly<Record<string, string>> = { ...RUNNER, ...more };
  const variables = {
    env: (name: string) => all[name],
    variables: () => Object.keys(all),
    exists: (path: string) => PATHS.includes(path),
  };
  return masksOf(named, variables, OPEN);
};

describe("[C4] what the runner is told to hide", () => {
  test.each(Object.keys(RUNNER))("nothing of %s, which a stranger's document may name as a secret", (name) => {
    expect(masks([name])).toEqual([]);
  });

  test("not one of all of them together", () => {
    expect(masks(Object.keys(RUNNER))).toEqual([]);
  });

  test.each([
    ["a password", "correct horse battery", ["correct horse battery"]],
    ["a short one", "x9!k", ["x9!k"]],
    ["one that begins like a path", "/aB3+xYz/9==", ["/aB3+xYz/9=="]],
    ["a number of four digits", "4711", ["4711"]],
    ["a word that begins like one of ours", "errorless-2", ["errorless-2"]],
    ["spaces around it", "  secret word \n", ["secret word"]],
    ["a token", "ghp_0123456789abcdefghijklmnopqrstuvwxyzAB", ["ghp_0123456789abcdefghijklmnopqrstuvwxyzAB"]],
    [
      "a key of several lines",
      "-----BEGIN KEY-----\r\nMIIB\r\n}\r\n\r\n1\r\n-----END KEY-----",
      ["-----BEGIN KEY-----", "MIIB", "-----END KEY-----"],
    ],
    ["three characters", "abc", []],
    ["a flag", "1", []],
    ["a flag of four characters", "true", []],
    ["one sign over and over", "******", []],
  ])("of a secret, each line that means something: %s", (_, value, hidden) => {
    expect(masks(["PLM_SECRET"], { PLM_SECRET: value })).toEqual(hidden);
  });

  test("a variable of the workflow whose name only begins like one of the system is hidden", () => {
    for (const name of ["CI_PASSWORD", "HOME_TOKEN", "PATH_KEY", "GITHUBTOKEN", "MY_GITHUB_TOKEN", "RUNNERS_SECRET"])
      expect(masks([name], { [name]: "correct horse" })).toEqual(["correct horse"]);
  });

  test("a token of the runner makes nothing of its text public", () => {
    expect(masks(["PLM_SECRET"], { PLM_SECRET: RUNNER.GITHUB_TOKEN ?? "" })).toEqual([RUNNER.GITHUB_TOKEN]);
  });

  test("a change that names the runner's variables hides nothing of its own findings; its secret is hidden", async () => {
    const folder = exampleRepository();
    const set = ["CI", "LEVEL", "FLAG", "GITHUB_ACTOR", "TARGET", "NAME", "REAL"].map(
      (name) => `      ${name}_PASSWORD: { env: ${name} }\n`,
    );
    edit(folder, "environments/demo/environment.yaml", "workstation:\n", `workstation:\n  set:\n    connector:\n${set.join("")}`);
    const env = { ...RUNNER, TARGET: "environment.yaml", REAL: "correct horse battery" };
    const found = await action(folder, { command: "check" }, env);
    expect(found.masked).toEqual(["correct horse battery"]);
    expect(JSON.stringify([found.annotations, found.summary, found.outputs])).not.toContain("correct horse battery");
  });
});
