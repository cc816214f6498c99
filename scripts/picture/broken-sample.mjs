/** A small copy of the sample repository with two faults of everyday life in it, and a run of the command over it. */
import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { ROOT } from "../bundle/options.mjs";

/** What the picture does not need: other releases, the kits, and claims, which are only informative. */
const LEFT_OUT = ["environments/pilot", "releases/2606", "releases/exceptions.yaml"];

const PRODUCTION = "environments/production/environment.yaml";

/** [file, the text that stands there once, what is written instead]. */
const CHANGES = [
  // the file servers of another tier: sign-in would work, and models would land elsewhere
  [PRODUCTION, /^ *fileTransfer: .*/m, '  fileTransfer: ["https://files-test.example.com:4544"]'],
  [PRODUCTION, /files\.example\.com: 10\.20\.0\.12/, "files-test.example.com: 10.20.0.31"],
  [PRODUCTION, /plm\.example\.com: \[files\.example\.com\].*/, "plm.example.com: []"],
  // a path as a person types it into the file on a workstation
  [
    "environments/production/installed/connector.properties",
    /CAMEOTCIntImportWorkingDir=.*/,
    "CAMEOTCIntImportWorkingDir=C:\\temp\\import",
  ],
  ["releases/2506/release.yaml", /claims:.*\n(?: .*\n)+/, ""],
];

async function change(folder, [file, there, instead]) {
  const path = join(folder, ...file.split("/"));
  const text = await readFile(path, "latin1");
  if (!there.test(text)) throw new Error(`${file} of the sample holds nothing like ${there}`);
  await writeFile(
    path,
    text.replace(there, () => instead),
    "latin1",
  );
}

/** Exit code 1 is what the faults must give; everything else is no picture. */
function run(cli, command, folder) {
  const { NO_COLOR, ...rest } = process.env;
  const env = { ...rest, FORCE_COLOR: "1" };
  const args = [cli, command, "--today", "2026-09-22"];
  return new Promise((done, reject) => {
    execFile(process.execPath, args, { cwd: folder, env }, (error, stdout, stderr) => {
      if (error?.code === 1 && stderr === "") done(stdout);
      else reject(new Error(`the run over the broken sample ended with ${error?.code ?? 0}\n${stdout}${stderr}`));
    });
  });
}

/** What a picture shows by itself: every environment, and the first fault alone. */
export const HALF_SWITCHED = { leftOut: [], changes: CHANGES.filter(([file]) => file === PRODUCTION) };

/**
 * @param {string} cli path of the built cli.cjs
 * @returns {Promise<string>} what it printed, colours included
 */
export async function runOnBrokenSample(cli, command = "check", { leftOut, changes } = { leftOut: LEFT_OUT, changes: CHANGES }) {
  const folder = await mkdtemp(join(tmpdir(), "tierwright-picture-"));
  try {
    const filter = (path) => basename(path) !== "kit";
    for (const part of ["environments", "releases"]) await cp(join(ROOT, part), join(folder, part), { recursive: true, filter });
    for (const path of leftOut) await rm(join(folder, path), { recursive: true });
    for (const item of changes) await change(folder, item);
    return await run(cli, command, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
