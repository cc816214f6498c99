import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";

const WHEN = "2026-11-18T08:00:00Z";
/** The committer time of every commit that is made here, in seconds since 1970. */
export const WHEN_SECONDS = Date.parse(WHEN) / 1000;

/** The installed git in a folder, without anybody's configuration. Gives what it prints. */
export function git(folder: string, ...words: readonly string[]): string {
  const env = {
    PATH: process.env.PATH,
    HOME: tmpdir(),
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_DATE: WHEN,
    GIT_COMMITTER_DATE: WHEN,
  };
  const who = [
    "-c",
    "user.name=a",
    "-c",
    "user.email=a@example.com",
    "-c",
    "init.defaultBranch=main",
    "-c",
    "core.autocrlf=false",
  ];
  return execFileSync("git", ["-C", folder, ...who, ...words], { env, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}

/** Makes a checkout of a folder with everything in one commit; gives the commit. */
export function commitAll(folder: string): string {
  git(folder, "init", "-q");
  git(folder, "add", "-A");
  git(folder, "commit", "-qm", "all");
  return git(folder, "rev-parse", "HEAD").trim();
}
