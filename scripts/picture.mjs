#!/usr/bin/env node
/**
 * Makes docs/check.svg: the output of `tierwright check` for a sample repository with two faults, as a picture for the README. Runs the
 * built command and draws its output; equal output gives equal bytes. --check compares and names the file if it is outdated. --cli FILE
 * draws the output of another build. Exit code 0 up to date or written, 1 outdated, 2 no picture could be made.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { ROOT } from "./bundle/options.mjs";
import { commandLine } from "./command-line.mjs";
import { runOnBrokenSample } from "./picture/broken-sample.mjs";
import { drawTerminal } from "./picture/draw.mjs";
import { linesOf, wrapped } from "./picture/terminal.mjs";

const PICTURE = "docs/check.svg";
const COMMAND = "tierwright check";
/** Characters on a line of the drawn terminal. */
const COLUMNS = 108;

async function picture(cli) {
  const output = await runOnBrokenSample(cli);
  const lines = linesOf(output).flatMap((line) => wrapped(line, COLUMNS));
  const text = lines.map((line) => line.map((run) => run.text).join("")).join("\n");
  return drawTerminal({ command: COMMAND, lines, columns: COLUMNS, text });
}

async function main() {
  const { values } = commandLine(
    { options: { check: { type: "boolean" }, cli: { type: "string" } } },
    "node scripts/picture.mjs [--check] [--cli FILE]",
  );
  const svg = await picture(resolve(values.cli ?? join(ROOT, "build", "cli.cjs")));
  const path = join(ROOT, PICTURE);
  const present = await readFile(path, "utf8").catch(() => "");
  if (present.replaceAll("\r\n", "\n") === svg) return 0;
  if (values.check) {
    console.error(`stale: ${PICTURE}\nrun: npm run build && node scripts/picture.mjs`);
    return 1;
  }
  await writeFile(path, svg);
  console.log(`wrote ${PICTURE}`);
  return 0;
}

process.exitCode = await main().catch((error) => {
  console.error(`${PICTURE}: ${error.message}`);
  return 2;
});
