import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { describe, expect, test } from "vitest";
import { EXAMPLE_REPOSITORY } from "../src/compiler/rules/example.ts";
import { cli } from "./support/host.ts";
import { temporaryFolder, writeFiles } from "./support/repository.ts";

/*
 * A case is a folder that reads like use: `in/` lies over the example repository (src/compiler/rules/example.ts), `command` holds a title and one
 * command line a row, before it as `# expects: TEXT` what the title promises of its output, and `expected/` holds exit codes, output and every compiled file, byte for byte.
 * `npm run update` writes `expected/` anew; read the difference before you commit it.
 */

const CASES = join(import.meta.dirname, "cases");
const UPDATE = process.env.UPDATE === "1";

function filesBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .sort();
}

/** Output with the folder of this run taken out, as it would stand in any folder. */
const settled = (text: string, folder: string): string =>
  text.replaceAll(folder, "<repository>").replaceAll(`${sep}dist`, "/dist");

const EXPECTS = "# expects: ";

async function runCase(name: string): Promise<ReadonlyMap<string, Buffer>> {
  const folder = temporaryFolder();
  writeFiles(folder, EXAMPLE_REPOSITORY);
  const input = join(CASES, name, "in");
  if (existsSync(input)) cpSync(input, folder, { recursive: true });
  const transcript: string[] = [];
  const promised: string[] = [];
  for (const line of readFileSync(join(CASES, name, "command"), "utf8").split("\n")) {
    if (line.startsWith(EXPECTS)) promised.push(line.slice(EXPECTS.length));
    if (line.trim() === "" || line.startsWith("#")) continue;
    const { code, out, err } = await cli(line.trim().split(/\s+/), { cwd: folder });
    for (const text of promised.splice(0)) expect(out + err, `tierwright ${line}`).toContain(text);
    transcript.push(
      `$ tierwright ${line.trim()}\n${settled(out, folder)}${err === "" ? "" : `(to stderr)\n${settled(err, folder)}`}(exit ${code})\n`,
    );
  }
  const files = new Map([["transcript", Buffer.from(transcript.join("\n"))]]);
  for (const path of filesBelow(join(folder, "dist")))
    files.set(`dist/${path}`, readFileSync(join(folder, "dist", ...path.split("/"))));
  return files;
}

function writeExpected(folder: string, files: ReadonlyMap<string, Buffer>): void {
  rmSync(folder, { recursive: true, force: true });
  for (const [path, bytes] of files) {
    const absolute = join(folder, ...path.split("/"));
    mkdirSync(dirname(absolute), { recursive: true });
    writeFileSync(absolute, bytes);
  }
}

const names = readdirSync(CASES).sort();

describe("cases", () => {
  test("there are cases, each with a title, a command and what the title promises", () => {
    expect(names.length).toBeGreaterThan(8);
    for (const name of names) {
      const lines = readFileSync(join(CASES, name, "command"), "utf8").split("\n");
      expect(lines[0], name).toMatch(/^# \[[A-H]\d/);
      expect(
        lines.filter((line) => line.startsWith(EXPECTS)),
        `${name}: a line '${EXPECTS}TEXT' before the command whose output the title speaks of`,
      ).not.toEqual([]);
    }
  });

  test.each(
    names.map((name) => [
      readFileSync(join(CASES, name, "command"), "utf8")
        .split("\n")[0]
        ?.replace(/^# ?/, "") ?? "",
      name,
    ]),
  )("%s (%s)", async (_, name) => {
    const files = await runCase(name);
    const expected = join(CASES, name, "expected");
    if (UPDATE) writeExpected(expected, files);
    expect([...files.keys()].sort()).toEqual(filesBelow(expected));
    for (const [path, bytes] of files) {
      const wanted = readFileSync(join(expected, ...path.split("/")));
      // text first, so that a difference can be read; then the bytes, which are what counts
      expect(bytes.toString("utf8"), path).toBe(wanted.toString("utf8"));
      expect(bytes.equals(wanted), `${path}: bytes`).toBe(true);
    }
  });
});
