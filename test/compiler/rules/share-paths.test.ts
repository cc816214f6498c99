import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { PropertiesDocument } from "../../../src/kernel/formats/properties/document.ts";
import { cli } from "../../support/host.ts";
import { temporaryFolder, writeFiles } from "../../support/repository.ts";

/*
 * The share of a server loses its first backslash when the others are doubled, and what is left is a folder of the tool's own drive.
 * Which of the two was meant, no program can see: such a path is shown in both readings, and no fix chooses.
 */

interface Finding {
  readonly rule: string;
  readonly help: string;
  readonly fix: object | null;
}

async function lint(value: string, ...words: string[]): Promise<{ findings: readonly Finding[]; text: string }> {
  const folder = temporaryFolder();
  writeFiles(folder, { "a.properties": `A=1\nSTAGING_DIR=${value}\nNEXT=2\n` });
  const answer = await cli(["properties", "lint", "a.properties", "--format", "json", ...words], { cwd: folder });
  return { findings: JSON.parse(answer.out).findings, text: readFileSync(join(folder, "a.properties"), "latin1") };
}

const SHARES = [
  String.raw`\\srv\share\staging`,
  String.raw`\\srv\\share\staging`,
  String.raw`\\srv\\share\new\temp`,
  String.raw`\srv\share\staging`,
  String.raw`"\\srv\share"`,
  String.raw`\\srv\users\staging`,
  String.raw`\\users\share`,
  String.raw`\\?\C:\staging`,
  `${String.raw`\\srv\share`}\\`,
];

describe("[A4] the share of a server", () => {
  test.for(SHARES)("no fix writes it as another folder: %s", async (value) => {
    for (const words of [[], ["--fix"], ["--fix-review"]]) {
      const { findings, text } = await lint(value, ...words);
      expect(text).toContain(`STAGING_DIR=${value}\n`);
      expect(findings.map(({ fix }) => fix).filter(Boolean)).toEqual([]);
      expect(findings.map(({ rule }) => rule)).toContain("conf/single-backslash");
    }
  });

  test("both readings are shown, the share first, each with its spelling", async () => {
    const { findings } = await lint(String.raw`\\srv\share\staging`);
    expect(findings.map(({ help }) => help)).toEqual([
      String.raw`write every backslash of a path twice. If \\srv\share\staging is meant, a share of a server: \\\\srv\\share\\staging; if it is \srv\share\staging on the tool's own drive: \\srv\\share\\staging`,
    ]);
  });

  test("Java reads the shown spelling as the shown path", async () => {
    for (const value of SHARES) {
      const help = (await lint(value)).findings.find(({ rule }) => rule === "conf/single-backslash")?.help ?? "";
      const shown = [
        ...help.matchAll(/(?:If|if it is) (\S+)(?: is meant(?:, a share of a server)?| on the tool's own drive): ([^;]+)/g),
      ];
      expect(shown.length, help).toBeGreaterThan(0);
      for (const [, path, spelling] of shown) {
        const read = PropertiesDocument.parse(Buffer.from(`K=${spelling}\n`, "latin1"))
          .load("latin1")
          .map.get("K")?.value;
        expect(read, help).toBe(path);
        expect(help).not.toContain("NEXT");
      }
    }
  });

  test("one whose beginning is doubled is fixed, and stays a share", async () => {
    const { text } = await lint(String.raw`\\\\srv\share`, "--fix");
    expect(text).toContain(String.raw`STAGING_DIR=\\\\srv\\share`);
  });
});
