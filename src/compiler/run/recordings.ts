import { type Finding, compareFindings, environmentPath, recordingInGit, startOf } from "../../kernel/index.ts";
import { type Host, NoGit, type SourceTree, diskTree } from "../../platform/index.ts";
import { recordingNames } from "../load/environment-names.ts";
import { readFindings } from "./rules.ts";
import type { RunOutcome } from "./run.ts";

const told = (seen: "tracked" | "not-ignored") => (folder: string) =>
  recordingInGit.at(startOf(environmentPath(folder)), { folder, seen }, seen === "tracked" ? {} : { severity: "warning" });

/** Returns a finding for each recording in the commit that `files` reads, because a recording is temporary and must not be committed. */
export const recordingsAtCommit = (files: SourceTree): readonly Finding[] =>
  readFindings(recordingNames(files).map(told("tracked")), null);

/**
 * Reports recordings of a checkout that git tracks or that the next `git add` would add. Runs git only if there is a recording; returns an
 * empty list without git.
 */
export async function recordingsInGit(root: string, host: Pick<Host, "openGit">): Promise<readonly Finding[]> {
  const names = recordingNames(diskTree(root));
  if (names.length === 0) return [];
  try {
    const folders = names.map((name) => `environments/${name}`);
    const [cached, others] = await host.openGit(root, async (git) => [
      await git.paths(folders, "--cached"),
      await git.paths(folders, "--others", "--exclude-standard"),
    ]);
    const has = (paths: readonly string[]) => (name: string) => paths.some((path) => path.startsWith(`environments/${name}/`));
    const tracked = names.filter(has(cached));
    const open = names.filter((name) => has(others)(name) && !tracked.includes(name));
    return readFindings([...tracked.map(told("tracked")), ...open.map(told("not-ignored"))], null);
  } catch (error) {
    if (!(error instanceof NoGit)) throw error;
    return [];
  }
}

/** Returns the outcome of a check with further findings that the check itself did not make. */
export const withFound = (outcome: RunOutcome, found: readonly Finding[]): RunOutcome =>
  found.length === 0 ? outcome : { ...outcome, findings: [...outcome.findings, ...found].sort(compareFindings) };
