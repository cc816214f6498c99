import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { archive, typed } from "../author/adopt/scene.ts";
import { wordsOf } from "../docs/session.ts";
import { commitAll, git } from "../support/git.ts";
import { cli } from "../support/host.ts";
import { edit, temporaryFolder, writeFiles } from "../support/repository.ts";
import { expectFile } from "./expected.ts";

/*
 * A site that has only workstations today: what was collected from them becomes a repository, is checked, and the first change to it is
 * planned and stopped at the gate. The whole session lies in expected/workstations.txt, to be read by whoever does it for the first time.
 */

const other = (text: string) => text.replaceAll("new.example.com", "pilot.example.com");
/** Keys as the files of a new repository have them. */
const plain = (text: string) => text.replace("CAMEOTCInt", "TCInt").replace(/^READ_TIMEOUT.*\n/m, "");
const staging = (text: string) => plain(text).replace(/^STAGING_DIR=.*$/m, "STAGING_DIR=F\\:\\\\scratch");

/** A workstation as a share of its drive shows it, laid out as site.yaml of a new repository says. */
function drive(folder: string) {
  const { connector, client } = typed({ connector: staging });
  return {
    [`${folder}/C/Program Files/Modeler 2024x Refresh3/plugins/com.example.plm.connector/conf/connector.properties`]: connector,
    [`${folder}/C/ProgramData/Example/CommonClient.properties`]: client,
  };
}

const COLLECTED = {
  "collected/WS-001.zip": archive({ connector: plain, logger: null }),
  "collected/WS-002.zip": archive({ connector: plain, logger: null }),
  ...drive("collected/WS-003"),
  "collected/WS-004.zip": archive({ connector: (text) => other(plain(text)), client: other, logger: null }),
};

const adopt = (...from: readonly string[]) =>
  `tierwright -C site adopt ${from.map((path) => `--from ${path}`).join(" ")} --release 2506 --tool '2024x Refresh3' --tier-release 2506`;

test("[B7] [C1] from four workstations to a repository with a gate", async () => {
  const folder = temporaryFolder();
  const site = join(folder, "site");
  writeFiles(folder, COLLECTED);
  let session = "";
  const run = async (line: string, code: number) => {
    const found = await cli(wordsOf(line).slice(1), { cwd: folder });
    session += `$ ${line}\n${found.err}${found.out}(exit code ${found.code})\n\n`;
    expect({ line, code: found.code }, session).toEqual({ line, code });
  };
  const note = (text: string) => {
    session += `# ${text}\n\n`;
  };

  await run("tierwright init site --release 2506 --tool '2024x Refresh3'", 0);
  note("the vendor's matrix is copied, and the environment to try things out on goes");
  rmSync(join(site, "environments/sandbox"), { recursive: true });
  edit(site, "releases/matrix.yaml", '"2506": NEW', '"2506": A');
  writeFiles(site, { "releases/exceptions.yaml": "apiVersion: tierwright/v1\nkind: Exceptions\nexceptions: []\n" });
  await run(adopt("collected"), 1);
  note("pilot is there; of the other three the staging folder is each machine's own, and stays what a machine has");
  await run(`${adopt("collected/WS-001.zip", "collected/WS-002.zip", "collected/WS-003")} --keep STAGING_DIR`, 0);
  await run("tierwright -C site check", 0);
  note("the first commit; then somebody changes one line");
  commitAll(site);
  edit(site, "environments/new/environment.yaml", "signIn: https://new.example.com", "signIn: https://pilot.example.com");
  await run("tierwright -C site plan --base HEAD --gate new", 1);
  note("it is taken back");
  git(site, "checkout", "-q", "--", ".");
  await run("tierwright -C site plan --base HEAD --gate new", 0);
  expectFile("workstations.txt", session.replace(/commit [0-9a-f]{12}/g, "commit <base>"));
});
