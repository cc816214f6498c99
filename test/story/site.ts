import { join } from "node:path";
import { commitAll, git } from "../support/git.ts";
import { cli } from "../support/host.ts";
import { edit, temporaryFolder, writeFiles } from "../support/repository.ts";

export const PRODUCTION = "environments/production/environment.yaml";

/** The environment that engineering works on; the addresses of the tier that it will move to are known already. */
const PRODUCTION_TEXT = `apiVersion: tierwright/v1
kind: Environment
name: production
description: the tier that engineering works on
connector: "2506"
tool: "2024x Refresh3"
tier:
  release: "2506"
  signIn: https://plm.example.com:8443/tc
  webClient: https://plm.example.com:3000/awc
  fileTransfer: ["https://files.example.com:4544"]
  hosts:   # what a workstation resolves
    plm.example.com: 10.20.0.11
    files.example.com: 10.20.0.11
    plm-new.example.com: 10.30.0.11
    files-new.example.com: 10.30.0.11
workstation:
  licenseServer: 27000@lic.example.com
  stagingDir: 'D:\\plm\\staging'
  importWorkingDir: 'D:\\plm\\import'
`;

/** What an engineer writes in each step of the story. */
export const MOVES = {
  signIn: ["signIn: https://plm.example.com:8443/tc", "signIn: https://plm-new.example.com:8443/tc"],
  webClient: ["webClient: https://plm.example.com:3000/awc", "webClient: https://plm-new.example.com:3000/awc"],
  files: ['"https://files.example.com:4544"', '"https://files-new.example.com:4544"'],
} as const;

/** The company's repository on its server: made by init, the vendor's matrix copied, a second environment, one commit on main. */
export async function origin(): Promise<string> {
  const folder = join(temporaryFolder(), "site");
  const { code, err } = await cli(["init", folder, "--release", "2506", "--tool", "2024x Refresh3"]);
  if (code !== 0) throw new Error(err);
  writeFiles(folder, {
    [PRODUCTION]: PRODUCTION_TEXT,
    "releases/exceptions.yaml": "apiVersion: tierwright/v1\nkind: Exceptions\nexceptions: []\n",
    "releases/matrix.yaml":
      'apiVersion: tierwright/v1\nkind: CompatibilityMatrix\ncodes:\n  A: { means: certified, gate: pass }\nrows:\n  - { tool: 2024x Refresh3, connectors: { "2506": A } }\n',
  });
  for (const port of ["8443/tc ", "3000/awc", '4544"'])
    edit(folder, "environments/sandbox/environment.yaml", `plm.example.com:${port}`, `sandbox.example.com:${port}`);
  commitAll(folder);
  return folder;
}

const local = ["-c", "protocol.file.allow=always"];

/** A branch with a change, pushed. */
export function pushed(from: string, branch: string, change: (folder: string) => void): void {
  const folder = join(temporaryFolder(), "clone");
  git(from, ...local, "clone", "-q", `file://${from}`, folder);
  const known = git(folder, "branch", "-r").includes(`origin/${branch}`);
  git(folder, "checkout", "-q", ...(known ? [branch] : ["-b", branch]));
  change(folder);
  git(folder, "add", "-A");
  git(folder, "commit", "-qm", "change");
  git(folder, ...local, "push", "-q", "origin", branch);
}

/** What actions/checkout leaves for a pull request: the branch merged into main, without a branch of its own. `base`: the tip of main. */
export function checkout(
  from: string,
  branch: string,
  ...words: readonly string[]
): { readonly folder: string; readonly base: string } {
  const folder = join(temporaryFolder(), "checkout");
  git(from, "branch", "-q", "-f", "merge-of-pull-request", "main");
  const merge = join(temporaryFolder(), "merge");
  git(from, ...local, "clone", "-q", "-b", "merge-of-pull-request", `file://${from}`, merge);
  git(merge, "merge", "-q", "--no-ff", "-m", `Merge ${branch} into main`, `origin/${branch}`);
  git(merge, ...local, "push", "-q", "origin", "merge-of-pull-request");
  git(from, ...local, "clone", "-q", "-b", "merge-of-pull-request", ...words, `file://${from}`, folder);
  git(folder, "checkout", "-q", "--detach");
  return { folder, base: git(from, "rev-parse", "main").trim() };
}
