/** Makes a small copy of the sample repository with two common faults, and runs the command on it. */
import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { ROOT } from "../bundle/options.mjs";

/** Parts of the sample that the picture does not need: other releases, the kits, and claims, which are only informative. */
const LEFT_OUT = ["environments/pilot", "releases/2606", "releases/exceptions.yaml"];

const PRODUCTION = "environments/production/environment.yaml";

/** Changes of the copy: [file, the text that occurs once, the text in its place]. */
const CHANGES = [
  // the file servers of another tier: sign-in would work, but models would be stored in the wrong tier
  [PRODUCTION, /^ *fileTransfer: .*/m, '  fileTransfer: ["https://files-test.example.com:4544"]'],
  [PRODUCTION, /files\.example\.com: 10\.20\.0\.12/, "files-test.example.com: 10.20.0.31"],
  [PRODUCTION, /plm\.example\.com: \[files\.example\.com\].*/, "plm.example.com: []"],
  // a path with single backslashes, as a person types it into a file on a workstation
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

/** Runs the command on the copy. Throws an Error unless the exit code is 1, which both faults cause. */
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

/** The contents of another picture: every environment, and the first fault alone. */
export const HALF_SWITCHED = { leftOut: [], changes: CHANGES.filter(([file]) => file === PRODUCTION) };

/**
 * Returns the output of a command on the broken sample.
 * @param {string} cli path of the built cli.cjs
 * @returns {Promise<string>} the output, colours included
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
