import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { dispatch } from "../../../src/cli/dispatch.ts";
import { shows } from "../../docs/page.ts";
import { recordingHost } from "./host.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const PAGE = join(ROOT, "docs", "verdicts.md");

/** A change that the page states in words, and a command with the output that it shows. */
const CHANGE = /^With `(?<from>.+)` written as `(?<to>.+)` in `(?<file>.+)`:$/;
const EXAMPLE = /(?<before>[^\n]*)\n\n```console\n\$ tierwright (?<command>[^\n]*)\n(?<output>[\s\S]*?)```\n/g;

/** The words of a command line; double quotes keep blanks together. */
function wordsOf(command: string): readonly string[] {
  return [...command.matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? "");
}

/** Runs a command of the page on a copy of the sample repository. */
async function outputOf(command: string, change: RegExpExecArray | null): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "tierwright-"));
  try {
    const filter = (path: string) => basename(path) !== "kit";
    for (const part of ["environments", "releases"]) cpSync(join(ROOT, part), join(folder, part), { recursive: true, filter });
    if (change?.groups) {
      const { from = "", to = "", file = "" } = change.groups;
      const text = readFileSync(join(folder, file), "utf8");
      if (!text.includes(from)) throw new Error(`${file} does not hold '${from}'`);
      writeFileSync(
        join(folder, file),
        text.replace(from, () => to),
      );
    }
    const { host, texts } = recordingHost(folder);
    await dispatch(wordsOf(command), host, resolve);
    expect(texts.err).toBe("");
    return texts.out;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test("[C1] [C2] [C3] [C4] [C5] every example of docs/verdicts.md prints what the page shows (else: npm run update)", async () => {
  const page = readFileSync(PAGE, "utf8").replaceAll("\r\n", "\n");
  let fresh = page;
  const examples = [...page.matchAll(EXAMPLE)];
  expect(examples.length).toBe(11);
  for (const { 0: whole, groups } of examples) {
    const { before = "", command = "" } = groups ?? {};
    const output = await outputOf(command, CHANGE.exec(before));
    if (shows(groups?.output ?? "", output)) continue;
    fresh = fresh.replace(whole, () => `${before}\n\n\`\`\`console\n$ tierwright ${command}\n${output}\`\`\`\n`);
  }
  if (process.env.UPDATE) writeFileSync(PAGE, fresh);
  else expect(page).toBe(fresh);
});
