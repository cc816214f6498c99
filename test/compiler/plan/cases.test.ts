import { cpSync, existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { EXAMPLE_REPOSITORY } from "../../../src/compiler/rules/example.ts";
import { ROOT } from "../../house/project.ts";
import { cli } from "../../support/host.ts";
import { edit, temporaryFolder, writeFiles } from "../../support/repository.ts";
import { eachNth } from "../../support/runs.ts";

/*
 * A case is a change: `before/` lies over the example repository (src/compiler/rules/example.ts), `after/` over that, and `command` says the rest, a
 * line each: its title, `# repository: sample` where the sample is meant instead, `# expects: TEXT` for what the title promises of the next output, `edit FILE | FROM | TO`, `remove PATH`,
 * `copy PATH PATH`, `clones NUMBER ENVIRONMENT PREFIX` (copies with the name in every text, numbered from 01), `all PREFIX | FROM | TO` in each of them, and `rename PATH PATH` in the state after the change (`before edit ...` in the other, which `after` is made from), and command lines, which run there and find the other state as ../before.
 * `expected` holds exit codes and output, byte for byte. `npm run update test/compiler/plan` writes it anew; read the difference.
 */

const CASES = join(import.meta.dirname, "cases");
const UPDATE = process.env.UPDATE === "1";
const EXPECTS = "# expects: ";

const linesOf = (name: string) => readFileSync(join(CASES, name, "command"), "utf8").split("\n");

/** The sample repository without its kits. */
function copySample(to: string): void {
  for (const part of ["environments", "releases", "templates"])
    cpSync(join(ROOT, part), join(to, part), { recursive: true, filter: (path) => basename(path) !== "kit" });
}

function statesOf(name: string): string {
  const folder = temporaryFolder();
  const sample = linesOf(name).includes("# repository: sample");
  for (const state of ["before", "after"]) {
    if (sample) copySample(join(folder, state));
    else writeFiles(join(folder, state), EXAMPLE_REPOSITORY);
    for (const overlay of state === "before" ? ["before"] : ["before", "after"]) {
      const from = join(CASES, name, overlay);
      if (existsSync(from)) cpSync(from, join(folder, state), { recursive: true });
    }
  }
  return folder;
}

/** Environments that are one another's copies: the sample is small. */
function clones(folder: string, many: number, name: string, prefix: string): void {
  const text = readFileSync(join(folder, "environments", name, "environment.yaml"), "utf8");
  for (let i = 1; i <= many; i++) {
    const own = `${prefix}${String(i).padStart(2, "0")}`;
    writeFiles(folder, { [`environments/${own}/environment.yaml`]: text.replaceAll(name, own) });
  }
}

/** A line that changes a state; false: it is a command line. */
function changed(folder: string, line: string): boolean {
  const [word = "", ...rest] = line.split(" ");
  if (word === "edit") {
    const [file = "", from = "", to = ""] = rest.join(" ").split(" | ");
    edit(folder, file, from.replaceAll("\\n", "\n"), to.replaceAll("\\n", "\n"));
  } else if (word === "all") {
    const [prefix = "", from = "", to = ""] = rest.join(" ").split(" | ");
    const own = readdirSync(join(folder, "environments")).filter((name) => name.startsWith(prefix));
    const [old, now] = [from, to].map((text) => text.replaceAll("\\n", "\n")) as [string, string];
    for (const name of own) edit(folder, `environments/${name}/environment.yaml`, old, now);
  } else if (word === "remove") rmSync(join(folder, rest[0] ?? ""), { recursive: true });
  else if (word === "rename") renameSync(join(folder, rest[0] ?? ""), join(folder, rest[1] ?? ""));
  else if (word === "clones") clones(folder, Number(rest[0]), rest[1] ?? "", rest[2] ?? "");
  else if (word === "copy") cpSync(join(folder, rest[0] ?? ""), join(folder, rest[1] ?? ""), { recursive: true });
  else return false;
  return true;
}

async function transcriptOf(name: string): Promise<string> {
  const folder = statesOf(name);
  const after = join(folder, "after");
  const transcript: string[] = [];
  const promised: string[] = [];
  for (const line of readFileSync(join(CASES, name, "command"), "utf8").split("\n")) {
    if (line.startsWith(EXPECTS)) promised.push(line.slice(EXPECTS.length));
    if (line.trim() === "" || line.startsWith("#")) continue;
    if (line.startsWith("before ")) {
      for (const state of ["before", "after"]) changed(join(folder, state), line.slice("before ".length));
      continue;
    }
    if (changed(after, line)) continue;
    const { code, out, err } = await cli(line.trim().split(/\s+/), { cwd: after });
    for (const text of promised.splice(0)) expect(out + err, `tierwright ${line}`).toContain(text);
    const told = `${out}${err === "" ? "" : `(to stderr)\n${err}`}`.replaceAll(folder, "<folder>");
    transcript.push(`$ tierwright ${line.trim()}\n${told}(exit ${code})\n`);
  }
  return transcript.join("\n");
}

const names = readdirSync(CASES).sort();

describe("plans of changes", () => {
  test("each case has a title with its clauses, and says what it promises", () => {
    for (const name of names) {
      expect(linesOf(name)[0], name).toMatch(/^# \[[A-H]\d/);
      expect(
        linesOf(name).filter((line) => line.startsWith(EXPECTS)),
        `${name}: a line '${EXPECTS}TEXT' before a command`,
      ).not.toEqual([]);
    }
  });

  test.each(
    eachNth(
      5,
      names.map((name) => [linesOf(name)[0]?.replace(/^# ?/, "") ?? "", name]),
    ),
  )("%s (%s)", async (_, name) => {
    const expected = join(CASES, name, "expected");
    const transcript = await transcriptOf(name);
    if (UPDATE) writeFileSync(expected, transcript);
    expect(transcript).toBe(readFileSync(expected, "utf8"));
  });
});
