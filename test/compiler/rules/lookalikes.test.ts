import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { said } from "../../support/said.ts";
import { cli } from "../../support/host.ts";
import { temporaryFolder, writeFiles } from "../../support/repository.ts";

/* A no-break space or a typographic quote in a properties file: named as what it is, and no fix writes it down for good. */

interface Finding {
  readonly rule: string;
  readonly message: string;
  readonly help: string;
  readonly line: number;
  readonly column: number;
  readonly fix: object | null;
}

async function lint(bytes: Buffer, ...words: string[]): Promise<{ findings: readonly Finding[]; after: Buffer }> {
  const folder = temporaryFolder();
  writeFiles(folder, { "a.properties": bytes });
  const { out } = await cli(["properties", "lint", "a.properties", "--format", "json", ...words], { cwd: folder });
  return { findings: JSON.parse(out).findings, after: readFileSync(join(folder, "a.properties")) };
}

const latin1 = (text: string) => Buffer.from(text, "latin1");

const ROWS: readonly (readonly [string, Buffer, number, RegExp])[] = [
  ["a no-break space, as UTF-8", Buffer.from("A=1\nTOOL=My\u00a0Tool\n"), 2, /TOOL contains a no-break space \(U\+00A0\)/],
  ["a no-break space, as ISO-8859-1", latin1("A=1\nTOOL=My\u00a0Tool\n"), 2, /TOOL contains a no-break space \(U\+00A0\)/],
  ["a zero-width space", Buffer.from("TOOL=My\u200bTool\n"), 1, /zero-width space \(U\+200B\)/],
  ["typographic quotes, as UTF-8", Buffer.from("TOOL=\u201cMy Tool\u201d\n"), 1, /typographic quote \(U\+201C\)/],
  ["typographic quotes, as Windows writes them", latin1("TOOL=\u0093My Tool\u0094\n"), 1, /typographic quote \(U\+201C\)/],
  ["a German quotation", Buffer.from("TOOL=\u201eMy Tool\u201c\n"), 1, /typographic quote \(U\+201E\)/],
  ["a no-break space in a key", Buffer.from("MY\u00a0TOOL=1\n"), 1, /no-break space/],
  ["one beside a letter that is meant", Buffer.from("TOOL=gr\u00fcn\u00a0und blau\n"), 1, /no-break space/],
];

describe("[A3] what looks like a blank or a quote in a properties file", () => {
  test.for(ROWS)("%s", async ([, bytes, line, words]) => {
    for (const option of [[], ["--fix"], ["--fix-review"]]) {
      const { findings, after } = await lint(bytes, ...option);
      expect(after.equals(bytes)).toBe(true);
      expect(findings).toMatchObject([{ rule: "conf/encoding", line, fix: null }]);
      expect(said(findings[0])).toMatch(words);
      expect(said(findings[0])).toMatch(/copied from a document/);
      expect(findings[0]?.help).toMatch(/^(type an ordinary space|leave the quote out)/);
    }
  });

  test("a letter that is meant is written as \\uXXXX, as before", async () => {
    const { after } = await lint(latin1("TOOL=gr\u00fcn\n"), "--fix");
    expect(after.toString("latin1")).toBe("TOOL=gr\\u00fcn\n".replace("00fc", "00FC"));
  });
});
