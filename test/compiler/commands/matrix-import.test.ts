import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { cli } from "../../support/host.ts";
import { exampleRepository, rulesOf, run, writeFiles } from "../../support/repository.ts";
import { workbook } from "../../support/workbook.ts";

/* `matrix import`: what people have becomes releases/matrix.yaml, and nothing of an existing one is lost. */

const MATRIX = "releases/matrix.yaml";
const GIVEN = ["--source", "vendor's matrix", "--revision", "8"];
const CODES = ["--codes", "A=pass,P=exception,X=block"];
const CSV = `Tool,Java,2506,2606
2024x Refresh3,17,A,P
2026x,21,,A
`;

interface Imported {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly folder: string;
  readonly text: () => string;
}

/** One import of a table into the example repository, or into one without a matrix. */
async function importing(
  table: string | Buffer,
  words: readonly string[],
  given: { readonly matrix?: string | null } = {},
): Promise<Imported> {
  const folder = exampleRepository(typeof given.matrix === "string" ? { [MATRIX]: given.matrix } : {});
  if (given.matrix === null) rmSync(join(folder, MATRIX));
  writeFileSync(join(folder, "table"), table);
  const answer = await cli(["matrix", "import", "table", ...words], { cwd: folder });
  return { ...answer, folder, text: () => readFileSync(join(folder, MATRIX), "utf8") };
}

const report = async (
  table: string | Buffer,
  words: readonly string[] = [...GIVEN, ...CODES],
  given: { readonly matrix?: string | null } = { matrix: null },
) => {
  const answer = await importing(table, [...words, "--format", "json"], given);
  return { ...JSON.parse(answer.out), code: answer.code };
};

const places = ({
  problems,
}: {
  problems: readonly { at: { cell: string; line: number | null; column: number | null }; problem: string }[];
}) => problems.map(({ at, problem }) => `${at.cell}${at.line === null ? "" : ` ${at.line}:${at.column}`} ${problem}`);

describe("[C1] a new matrix", () => {
  test("is printed, and written with --write; the repository then has a verdict for each pair", async () => {
    const printed = await importing(CSV, [...GIVEN, ...CODES], { matrix: null });
    expect(printed.code).toBe(0);
    expect(existsSync(join(printed.folder, MATRIX))).toBe(false);
    expect(
      printed.out,
    ).toBe(`# yaml-language-server: $schema=../node_modules/@tierwright/tierwright/schemas/compatibility-matrix.schema.json
# Which connector may run in which tool, imported from the vendor's matrix. Rows match exactly.
apiVersion: tierwright/v1
kind: CompatibilityMatrix
source: { title: "vendor's matrix", revision: "8" }
codes:   # the legend: what each code lets through
  A: { gate: pass }
  P: { gate: block, acceptable: true }
  X: { gate: block }
rows:
  - { tool: 2024x Refresh3, java: 17, connectors: { "2506": A, "2606": P } }
  - { tool: 2026x, java: 21, connectors: { "2606": A } }
`);
    const written = await importing(CSV, [...GIVEN, ...CODES, "--write"], { matrix: null });
    expect(written.text()).toBe(printed.out);
    expect(written.out).toContain("releases/matrix.yaml written");
    expect(rulesOf(await run(written.folder)).filter((rule) => rule.startsWith("compat/"))).toEqual([]);
  });

  test.each([
    [
      "semicolons, BOM, CRLF, quotes and no-break spaces",
      `\ufeff"Tool";Java;2506;2606\r\n"2024x\u00a0Refresh3 ";17;A;P\r\n2026x;21;;A\r\n`,
      "csv",
    ],
    ["tabs, without a name for the first column", "\tJava\t2506\t2606\n2024x Refresh3\t17\tA\tP\n2026x\t21\t\tA\n", "tabs"],
    [
      "a Markdown table",
      "| Tool | Java | 2506 | 2606 |\n|:--|--:|---|---|\n| 2024x Refresh3 | 17 | A | P |\n| 2026x | 21 | | A |\n",
      "pipes",
    ],
    [
      "'Connector 2606' at a head, a title and a footnote",
      "Compatibility\nTool,Java,Connector 2506,Connector 2606\n2024x Refresh3,17,A,P\n2026x,21,,A\nP: planned\n",
      "csv",
    ],
    [
      "UTF-16, as a sheet saves 'Unicode text'",
      Buffer.from("\ufeffTool\tJava\t2506\t2606\r\n2024x Refresh3\t17\tA\tP\r\n2026x\t21\t\tA\r\n", "utf16le"),
      "tabs",
    ],
  ])("%s gives the same rows", async (_, table, form) => {
    const { rows, problems, code, form: found } = await report(table);
    expect([problems, code, found]).toEqual([[], 0, form]);
    expect(rows).toEqual([
      { tool: "2024x Refresh3", java: "17", connectors: { 2506: "A", 2606: "P" } },
      { tool: "2026x", java: "21", connectors: { 2606: "A" } },
    ]);
  });

  test("a table turned by a quarter is read with --columns tools", async () => {
    const { rows } = await report("release,2024x Refresh3,2026x\n2506,A,\n2606,P,A\n", [
      ...GIVEN,
      ...CODES,
      "--columns",
      "tools",
    ]);
    expect(rows[0]).toEqual({ tool: "2024x Refresh3", java: null, connectors: { 2506: "A", 2606: "P" } });
  });

  test("what is above and below the table is told, and not imported", async () => {
    const { notes, code } = await report(`Matrix of November\n${CSV}\n* P is planned\n`);
    expect([code, notes.map(({ at, found }: { at: { cell: string }; found: string }) => `${at.cell} ${found}`)]).toEqual([
      0,
      ["A1 Matrix of November", "A6 * P is planned"],
    ]);
  });
});

describe("[C1] columns of notes and words instead of codes", () => {
  const LEGEND = `apiVersion: tierwright/v1
kind: CompatibilityMatrix
codes:
  A: { gate: pass }
  P: { means: Planned, gate: block, acceptable: true }
  X: { gate: block }
rows: []
`;
  const own = (table: string, words: readonly string[] = []) => report(table, [...GIVEN, ...words], { matrix: LEGEND });

  test.each(["Java", "java version", "Java-Version", "JRE / Java", "Required Java", "Minimum Java version (JDK)"])(
    "a row '%s' is told as the connectors' Java, wherever it is, and is no tool",
    async (name) => {
      const head = "Tool,Java,2506,2606";
      const [tool, java] = ["2024x Refresh3,17,A,P", `${name},,17,21+`];
      for (const lines of [
        [head, tool, java],
        [head, java, tool],
      ]) {
        const { rows, problems, notes, code } = await report(lines.join("\n"));
        expect([code, problems, rows.map((row: { tool: string }) => row.tool)]).toEqual([0, [], ["2024x Refresh3"]]);
        expect(notes).toEqual([
          expect.objectContaining({
            found: name,
            problem: "it is the Java that connectors need, and is not imported",
            expected: "`java` in releases/R/release.yaml of each release R",
          }),
        ]);
      }
    },
  );

  test("a column 'Java' of a table turned by a quarter is told as well", async () => {
    const turned = "Connector,2024x Refresh3,2026x,Java\n2506,A,,17\n2606,P,A,21\n";
    const { rows, problems, notes } = await report(turned, [...GIVEN, ...CODES, "--columns", "tools"]);
    expect([problems, rows.length, notes.length]).toEqual([[], 2, 1]);
  });

  test.each(["Java Studio 2024x", "2026x Java", "JavaCAD", "Javelin", "Java 2026x", "JDK"])(
    "a row '%s' is a tool",
    async (tool) => {
      const { rows, notes } = await report(`Tool,Java,2506\n2024x Refresh3,17,A\n${tool},21,A\n`);
      expect([rows[1]?.tool, notes]).toEqual([tool, []]);
    },
  );

  test("a row 'Java' with codes is imported: nothing that the vendor judged is lost", async () => {
    const { rows } = await report("Tool,2506,2606\n2024x Refresh3,A,P\nJava,A,\n");
    expect(rows[1]).toEqual({ tool: "Java", java: null, connectors: { 2506: "A" } });
  });

  test.each(["Notes", "Remark", "Bemerkung", "Comment", "Source", "Date"])(
    "a column '%s' is left out, and named",
    async (head) => {
      const table = `Tool,${head},2506,2606,${head} of QA\n2024x,see x,A,P,01.02.2026\n2026x,,,A,"a, b"\n,only a remark,,,\n`;
      const { rows, leftOut, problems, notes } = await own(table);
      expect([problems, leftOut, notes.map(({ at }: { at: { cell: string } }) => at.cell)]).toEqual([
        [],
        [head, `${head} of QA`],
        ["B4"],
      ]);
      expect(rows).toEqual([
        { tool: "2024x", java: null, connectors: { 2506: "A", 2606: "P" } },
        { tool: "2026x", java: null, connectors: { 2606: "A" } },
      ]);
      expect((await importing(table, GIVEN, { matrix: LEGEND })).err).toContain(`  left out: column '${head}'\n`);
    },
  );

  test("a column without a release is an error where codes or the tools could be in it", async () => {
    expect(places(await own("Tool,2506,next\n2024x,A,P\n2026x,A,soon\n"))).toEqual(["C3 3:9 it is no code of the legend"]);
  });

  const MOVE = "the tools in the first column: move their column there, or delete the columns before it";
  const TURN = "a release as releases/ names it, such as 2606; if the tools are in the first row, add --columns tools";
  test.each([
    ["behind a number", "No.,Product,2506\n1,2024x,A\n", ["B1"], MOVE],
    ["behind Java", "Java,Tool,2506\n17,2024x,A\n", ["A1"], MOVE],
    ["behind two others", "No.,Java,Name,2506,Notes\n1,17,2024x,A,\n2,21,2026x,P,x\n", ["C1"], MOVE],
    ["in the last column", "2506,2606,Tool\nA,P,2024x\nX,A,2026x\n", ["A1"], MOVE],
    ["in the last column, behind Java", "Java,2506,Product\n17,A,2024x\n", ["A1"], MOVE],
    ["in the last column, behind a number", "No.,2506,Tool release\n1,A,2024x\n", ["C1"], MOVE],
    ["in the last column, under another head", "2506,2606,Product\nA,P,2024x\nX,A,2026x\n", ["A1"], MOVE],
    ["in the first row", "release,2024x Refresh3,2026x\n2506,A,\n", ["B1"], TURN],
  ])("tools %s are said to be where they are not read, with the way out", async (_, table, cells, expected) => {
    const { problems } = await own(table);
    expect(problems.map(({ at }: { at: { cell: string } }) => at.cell)).toEqual(cells);
    expect(problems[0].expected).toBe(expected);
  });

  test("codes of the legend are listed before those that --codes adds", async () => {
    const { problems } = await own("Tool,2506\n2024x,Q\n", ["--codes", "B=block,A=pass"]);
    expect(problems[0].expected).toBe(
      'A, P, X, B, or an empty cell; if Q is a code of the table, add --codes "B=block,A=pass,Q=block" (or Q=pass, Q=exception)',
    );
  });

  test.each(["Q", "Planned", "Q 2", "soon"])("the --codes for a cell '%s' outside the legend imports the table", async (cell) => {
    const table = `Tool,2506\n2024x,${cell}\n2026x,A\n`;
    const codes = ["--codes", "A=pass,X=block"];
    const refused = await importing(table, [...GIVEN, ...codes], { matrix: null });
    const [, , pasted = ""] = / add --codes ("?)(.*?)\1 \(or /.exec(refused.out) ?? [];
    expect([refused.code, pasted]).toEqual([1, `A=pass,X=block,${cell}=block`]);
    const { rows, problems } = await report(table, [...GIVEN, "--codes", pasted]);
    expect([problems, rows[0].connectors]).toEqual([[], { 2506: cell }]);
  });

  test.each(["a", "A*", "see page 4 of the second document", "Q=1", '"Q,R"', "`id`", "$HOME", "A$(id)"])(
    "no --codes is given for a cell %s, which is a code in another form or no word",
    async (cell) => {
      const { problems } = await own(`Tool,2506\n2024x,${cell}\n2026x,A\n`);
      expect(problems[0].expected).toBe("A, P, X, or an empty cell");
    },
  );

  test("in a table turned by a quarter the tools are missed in the first row", async () => {
    const { problems } = await own("No.,1\nTool,2024x\n2506,A\n", ["--columns", "tools"]);
    expect(problems).toEqual([
      expect.objectContaining({ expected: "the tools in the first row: move their row there, or delete the rows before it" }),
    ]);
  });

  test.each([
    ["A", ["Certified", "supported", "yes", "JA", "ok", "✓", "✔️", "TRUE", "zertifiziert", "Freigegeben"]],
    ["X", ["not certified", "Not Supported", "no", "nein", "FALSE", "✗", "unsupported", "nicht freigegeben"]],
    ["P", ["planned", "Planned"]],
  ])("code %s is read from its words, and the output says so", async (code, words) => {
    const table = `Tool,2506,2606\n${words.map((word, i) => `20${i + 10}x,${word},${word}\n`).join("")}`;
    const { rows, problems, words: read, codes } = await own(table);
    expect([problems, codes]).toEqual([[], null]);
    expect(read).toEqual(words.map((word) => expect.objectContaining({ word, code, cells: 2 })));
    expect(rows.every(({ connectors }: { connectors: object }) => new Set(Object.values(connectors)).has(code))).toBe(true);
    const { err } = await importing(table, GIVEN, { matrix: LEGEND });
    for (const word of words) expect(err).toContain(`  read as ${code}: '${word.replace("\ufe0f", "<U+FE0F>")}' in 2 cells\n`);
  });

  test("words without one code are an error with the option to paste, which then imports the table", async () => {
    const table = "Tool,2506,2606\n2024x,Certified,no\n2026x,A,✓\n";
    const codes = ["--codes", "A=pass,B=pass,P=exception"];
    const refused = await importing(table, [...GIVEN, ...codes], { matrix: null });
    expect([refused.code, refused.out]).toEqual([
      1,
      expect.stringContaining("it is a word, and the legend has no single code for it"),
    ]);
    const [, pasted = ""] = /give --codes "(.*)"\n/.exec(refused.out) ?? [];
    expect(pasted).toBe("A=pass,B=pass,P=exception,Certified=pass,no=block,✓=pass");
    const { rows, problems, words } = await report(table, [...GIVEN, "--codes", pasted]);
    expect([problems, words, rows[0].connectors]).toEqual([[], [], { 2506: "Certified", 2606: "no" }]);
  });

  test("an x is never guessed: it marks a certified pair for some, and none for others", async () => {
    expect(places(await own("Tool,2506\n2024x,x\n"))).toEqual(["B2 2:7 it is no code of the legend (did you mean X?)"]);
    const { code, out } = await importing("Tool,2506\n2024x,x\n", [...GIVEN, "--codes", "A=pass,B=block"], { matrix: null });
    expect([code, out]).toEqual([1, expect.stringContaining('give --codes "A=pass,B=block,x=pass" (x=block if')]);
  });
});

describe("[C1] a cell that cannot be one is named with what is expected, and nothing is written", () => {
  test.each([
    ["no code", CSV.replace("A,P", "A,Q"), ["D2 2:21 it is no code of the legend"]],
    ["a code in another case", CSV.replace("A,P", "a,P"), ["C2 2:19 it is no code of the legend (did you mean A?)"]],
    ["a mark of a footnote", CSV.replace("A,P", "A,P*"), ["D2 2:21 it is no code of the legend (P with a mark of a footnote?)"]],
    ["a row twice, in another spelling", `${CSV}2024X refresh-3,17,A,A\n`, ["A4 4:1 the tool has a row already (A2)"]],
    ["a column twice", CSV.replace("2606", "2506"), ["D1 1:16 the release 2506 has a column already (C1)"]],
    ["a date at a head", CSV.replace("2606", "26. Jun"), ["D1 1:16 it reads like a date, which a sheet makes of 26.06"]],
    ["an English date", CSV.replace("2606", "26-Jun"), ["D1 1:16 it reads like a date, which a sheet makes of 26.06"]],
    ["a head that is no release", CSV.replace("2606", "next year's"), ["D1 1:16 it is no connector release"]],
    ["a column without a head", CSV.replace(",2606", ","), ["D2 2:21 its column has no release at its head"]],
    ["a row without a tool", CSV.replace("2026x", ""), ["B3 3:2 its row names no tool"]],
    ["no version of Java", CSV.replace("17", "17.0.1"), ["B2 2:16 it is no version of Java"]],
    ["a quotation mark that stays open", CSV.replace("2026x", '"2026x'), ["A3 3:1 its quotation mark is not closed"]],
    ["text behind a quotation", CSV.replace("2026x", '"2026"x'), ["A3 3:1 text follows its closing quotation mark"]],
    ["no table", "hello\n", ["A1 no table is here"]],
    ["nothing", "", ["A1 no table is here"]],
  ])("%s", async (_, table, expected) => {
    const answer = await report(table, [...GIVEN, ...CODES, "--write"]);
    expect([answer.code, answer.state, places(answer)]).toEqual([1, "refused", expected]);
    const { folder, out } = await importing(table, [...GIVEN, ...CODES, "--write"], { matrix: null });
    expect(existsSync(join(folder, MATRIX))).toBe(false);
    expect(out).toMatch(/nothing was written\n.*\n +expected: \S/);
  });

  test.each([
    [[...CODES, "--revision", "8"], /--source TITLE/],
    [[...CODES, "--source", "x"], /--revision R/],
    [[...CODES, "--source", "", "--revision", " "], /--source TITLE and --revision R/],
    [GIVEN, /--codes A=pass,P=exception,X=block/],
    [[...GIVEN, "--codes", "A=passes"], /CODE=pass, CODE=block or CODE=exception/],
    [[...GIVEN, "--codes", "A=pass,A=block"], /each code once/],
    [[...GIVEN, ...CODES, "--date", "26.06.2026"], /YYYY-MM-DD/],
    [[...GIVEN, ...CODES, "--date", "2026-02-30"], /YYYY-MM-DD/],
  ])("%j asks in words, exit code 2", async (words, help) => {
    const { code, out, err } = await importing(CSV, words, { matrix: null });
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(help);
  });

  test.each([
    ["a workbook of the old form", Buffer.from("d0cf11e0a1b11ae1", "hex"), /old form, or one with a password/],
    ["bytes of another encoding", Buffer.from("Tool,2506\n2024x Premi\xe8re,A\n", "latin1"), /no UTF-8 text/],
    ["a page", "<table><tr><td>", /HTML or XML/],
  ])("%s is refused with the way out", async (_, table, words) => {
    const { code, err } = await importing(table, [...GIVEN, ...CODES], { matrix: null });
    expect(code).toBe(1);
    expect(err).toMatch(words);
  });
});

const OWN = `# ours
apiVersion: tierwright/v1
kind: CompatibilityMatrix
source: { title: connector compatibility matrix, revision: "7", date: 2026-09-01 } # from the portal
codes:
  A: { gate: pass }
  P: { means: Planned, gate: block, acceptable: true }
  X: { gate: block }
rows:   # by age
  - { tool: 2024x, java: 17, connectors: { "2406": A } }   # the oldest
  - tool: 2024x Refresh3
    java: 17
    connectors:
      "2506": A   # certified

# the end
`;

describe("[C1] an existing matrix", () => {
  test("gets new cells and rows, keeps its comments, its form and what the table lacks", async () => {
    const { code, out, text } = await importing(CSV, ["--revision", "8", "--write"], { matrix: OWN });
    expect(code).toBe(0);
    expect(text()).toBe(
      OWN.replace('revision: "7", date: 2026-09-01', 'revision: "8"').replace(
        '      "2506": A   # certified\n',
        '      "2506": A   # certified\n      "2606": P\n  - { tool: 2026x, java: 21, connectors: { "2606": A } }\n',
      ),
    );
    expect(out).toContain("stays, although the table lacks it: 2024x\n");
  });

  test.each([
    ["the flow map", 'source: { title: t, revision: "7", date: 2026-09-01 }', 'source: { title: t, revision: "8" }'],
    [
      "a flow map that begins with it",
      'source: { date: 2026-09-01, title: t, revision: "7" }',
      'source: { title: t, revision: "8" }',
    ],
    ["lines", 'source:\n  title: t\n  revision: "7"\n  date: 2026-09-01', 'source:\n  title: t\n  revision: "8"'],
    ["lines in between", 'source:\n  title: t\n  date: 2026-09-01\n  revision: "7"', 'source:\n  title: t\n  revision: "8"'],
  ])("the date of the old revision is left out of %s, and a line says so", async (_, from, to) => {
    const line = /^source:.*$/m.exec(OWN)?.[0] ?? "";
    const [before, after] = [OWN.replace(line, from), OWN.replace(line, to)];
    const table = "Tool,2506\n2024x Refresh3,A\n";
    const { code, out, text } = await importing(table, ["--revision", "8", "--write"], { matrix: before });
    expect([code, text()]).toEqual([0, after]);
    expect(out).toContain("  date: 2026-09-01 is left out, because another revision has it; give its own with --date\n");
    const dated = await importing(table, ["--revision", "8", "--date", "2026-11-01", "--write"], { matrix: before });
    expect(dated.text()).toBe(before.replace('"7"', '"8"').replace("2026-09-01", "2026-11-01"));
    const same = await importing(table, ["--revision", "7", "--write"], { matrix: before });
    expect([same.out.includes("nothing was written"), same.text()]).toEqual([true, before]);
    const other = await importing(table, ["--revision", "7", "--source", "other", "--write"], { matrix: before });
    expect(other.text()).not.toContain("2026-09-01");
  });

  test("a cell that differs is not replaced without --force, and then alone", async () => {
    const table = "Tool,2406,2506\n2024x,X,\n2024x refresh3,,X\n";
    const refused = await importing(table, ["--revision", "8", "--write"], { matrix: OWN });
    expect([refused.code, refused.text()]).toEqual([1, OWN]);
    expect(refused.out).toMatch(
      /2 cells would be replaced.*\n {2}2024x × 2406: A -> X\n {2}2024x Refresh3 × 2506: A -> X\n {2}help: add --force/,
    );
    const forced = await importing(table, ["--revision", "8", "--write", "--force"], { matrix: OWN });
    expect(forced.text()).toBe(
      OWN.replace('revision: "7", date: 2026-09-01', 'revision: "8"')
        .replace('"2406": A', '"2406": X')
        .replace('"2506": A ', '"2506": X '),
    );
  });

  test("a second import of the same table changes no byte", async () => {
    const first = await importing(CSV, ["--revision", "8", "--write"], { matrix: OWN });
    const again = await cli(["matrix", "import", "table", "--revision", "8", "--write"], { cwd: first.folder });
    expect([again.code, again.out]).toEqual([0, expect.stringContaining("nothing was written")]);
  });

  test("CRLF, a flow list, a missing source and an empty map keep their forms", async () => {
    const flow =
      "apiVersion: tierwright/v1\r\nkind: CompatibilityMatrix\r\ncodes: { A: { gate: pass }, P: { gate: block } }\r\nrows: [{ tool: 2024x Refresh3, connectors: {} }]\r\n";
    const { code, text } = await importing(CSV, [...GIVEN, "--write"], { matrix: flow });
    expect(code).toBe(0);
    expect(text()).toBe(
      flow
        .replace("codes:", 'source: { title: "vendor\'s matrix", revision: "8" }\r\ncodes:')
        .replace(
          "connectors: {} }]",
          'connectors: { "2506": A, "2606": P }, java: 17 }, { tool: 2026x, java: 21, connectors: { "2606": A } }]',
        ),
    );
  });

  test("a document with anchors, whose edit would change two rows, is refused and kept", async () => {
    const shared = OWN.replace('connectors: { "2406": A }', 'connectors: &c { "2406": A }').replace(
      'connectors:\n      "2506": A   # certified',
      "connectors: *c",
    );
    const { code, err, text } = await importing(CSV, ["--revision", "8", "--write"], { matrix: shared });
    expect([code, text()]).toEqual([1, shared]);
    expect(err).toContain("cannot be edited with certainty");
  });

  test("one that cannot be read is refused, with the fault's place", async () => {
    const { code, err } = await importing(CSV, ["--revision", "8", "--write"], { matrix: OWN.replace("rows:", "row:") });
    expect(code).toBe(1);
    expect(err).toMatch(/releases\/matrix\.yaml cannot be read/);
  });

  test("a code alone is a change: it is written and reported", async () => {
    const { folder } = await importing(CSV, ["--revision", "8", "--write"], { matrix: OWN });
    const again = ["matrix", "import", "table", "--revision", "8", "--codes", "T=exception", "--write"];
    const { code, out } = await cli([...again, "--format", "json"], { cwd: folder });
    expect([code, JSON.parse(out)]).toEqual([
      0,
      expect.objectContaining({ state: "written", changes: [expect.objectContaining({ kind: "code" })] }),
    ]);
    expect(readFileSync(join(folder, MATRIX), "utf8")).toMatch(/^ {2}T: \{ gate: block, acceptable: true \}/m);
  });

  test("--codes cannot contradict the legend, and adds a code", async () => {
    const wrong = await importing(CSV, ["--revision", "8", "--codes", "A=block"], { matrix: OWN });
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining("says otherwise")]);
    const { text } = await importing(CSV.replace("A,P", "A,T"), ["--revision", "8", "--codes", "T=exception", "--write"], {
      matrix: OWN,
    });
    expect(text()).toContain("  X: { gate: block }\n  T: { gate: block, acceptable: true }\n");
  });

  test("the exceptions stay, and one whose code changed is a finding", async () => {
    const folder = exampleRepository();
    const exceptions =
      'apiVersion: tierwright/v1\nkind: Exceptions\nexceptions:\n  - { tool: 2024x Refresh3, connector: "2606", verdict: P, environments: [demo], reason: r, owner: o, until: 2036-12-31 }\n';
    writeFiles(folder, { "releases/exceptions.yaml": exceptions, table: CSV.replace("A,P", "A,X") });
    const { code } = await cli(["matrix", "import", "table", ...GIVEN, "--write", "--force"], { cwd: folder });
    expect(code).toBe(0);
    expect(readFileSync(join(folder, "releases/exceptions.yaml"), "utf8")).toBe(exceptions);
    expect(rulesOf(await run(folder)).some((rule) => rule.startsWith("compat/exception-"))).toBe(true);
  });

  test("standard input is the table for -", async () => {
    const folder = exampleRepository();
    const { code, out } = await cli(["matrix", "import", "-", "--revision", "8", "--source", "x"], { cwd: folder, input: CSV });
    expect([code, out]).toEqual([0, expect.stringContaining('"2606": A }')]);
  });
});

const text = (cell: string, value: string) => `<c r="${cell}" t="inlineStr"><is><t>${value}</t></is></c>`;
const number = (cell: string, value: string, style = 0) => `<c r="${cell}" s="${style}"><v>${value}</v></c>`;
const row = (r: number, cells: string) => `<row r="${r}">${cells}</row>`;
const HEAD = row(2, `${text("A2", "Tool")}${number("B2", "2506")}${number("C2", "2606")}`);

describe("[C1] a workbook", () => {
  test("shared and inline texts, numbers and a merged title are the table", async () => {
    const bytes = workbook({
      rows:
        row(1, text("A1", "Matrix of the connector")) +
        HEAD +
        row(3, `<c r="A3" t="s"><v>0</v></c><c r="B3" t="str"><f>"A"</f><v>A</v></c>${text("C3", " P ")}`) +
        row(5, text("A5", "P: planned")),
      shared: ["<r><t>2024x </t></r><r><t>Refresh3</t></r><rPh><t>hint</t></rPh>"],
      after: '<mergeCells count="1"><mergeCell ref="A1:C1"/></mergeCells>',
    });
    const answer = await report(bytes);
    expect([answer.problems, answer.form]).toEqual([[], "xlsx"]);
    expect(answer.rows).toEqual([{ tool: "2024x Refresh3", java: null, connectors: { 2506: "A", 2606: "P" } }]);
  });

  test.each([
    [
      "a date of a built-in format, which 26.06 became",
      row(2, text("A2", "Tool") + number("B2", "46199", 1)),
      [14, 14],
      "",
      "B2 it is the date 2026-06-26",
    ],
    [
      "a date of a format of its own",
      row(2, text("A2", "Tool") + number("B2", "46199", 1)),
      [0, 164],
      '<numFmts><numFmt numFmtId="164" formatCode="[Red]dd\\.mm"/></numFmts>',
      "B2 it is the date 2026-06-26",
    ],
    [
      "a number that lost its last zero",
      row(2, text("A2", "Tool") + number("B2", "2024.1")),
      [0],
      "",
      "B2 it is the number 2024.1",
    ],
    [
      "an error",
      HEAD + row(3, `${text("A3", "2026x")}<c r="B3" t="e"><v>#N/A</v></c>`),
      [0],
      "",
      "B3 it is #N/A, the error of a formula",
    ],
    [
      "a formula that was never computed",
      HEAD + row(3, `${text("A3", "2026x")}<c r="B3"><f>C3</f></c>`),
      [0],
      "",
      "B3 it is a formula without a stored value",
    ],
  ])("%s", async (_, rows, styles, formats, expected) => {
    const answer = await report(workbook({ rows: rows + row(9, text("A9", "2027x") + text("B9", "A")), styles, formats }));
    expect(places(answer).join("\n")).toContain(expected);
    expect(answer.code).toBe(1);
  });

  test("a format that only looks like a date is a number", async () => {
    const formats = '<numFmts><numFmt numFmtId="164" formatCode="&quot;ready&quot; [Red]0\\d"/></numFmts>';
    const rows = row(1, text("A1", "Tool") + number("B1", "2606", 1)) + row(2, text("A2", "2026x") + text("B2", "A"));
    expect((await report(workbook({ rows, styles: [0, 164], formats }))).problems).toEqual([]);
  });

  test("merged cells in the table are named: only the first has a value", async () => {
    const rows = HEAD + row(3, text("A3", "2026x") + text("B3", "A")) + row(4, text("A4", "2027x") + text("C4", "A"));
    const after = '<mergeCells><mergeCell ref="B3:B4"/></mergeCells>';
    expect(places(await report(workbook({ rows, after })))).toEqual(["B3 B3:B4 is merged: only B3 has a value"]);
  });

  test("of several sheets one must be named", async () => {
    const rows = HEAD + row(3, text("A3", "2026x") + text("B3", "A"));
    const bytes = workbook({ rows, sheets: ["Matrix", "Notes"] });
    expect((await importing(bytes, [...GIVEN, ...CODES], { matrix: null })).err).toMatch(
      /several sheets: 'Matrix', 'Notes'\n.*--sheet NAME/,
    );
    expect((await report(bytes, [...GIVEN, ...CODES, "--sheet", "Matrix"])).rows).toHaveLength(1);
    expect((await importing(bytes, [...GIVEN, ...CODES, "--sheet", "X"], { matrix: null })).err).toContain("has no sheet 'X'");
  });

  test("a bomb, a document type, a cell far away and an archive that is no workbook are refused", async () => {
    const bomb = bombOf(64 * 1024 * 1024);
    const entity = '<!DOCTYPE worksheet [<!ENTITY a "b">]><worksheet><sheetData/></worksheet>';
    const [sheet, filler] = ["<worksheet><sheetData/></worksheet>", " ".repeat(9 * 1024 * 1024)];
    const wide = Array.from({ length: 2_000 }, (_, i) => row(i + 1, text(`SF${i + 1}`, "x"))).join("");
    for (const [bytes, words] of [
      [bomb, /would (unpack|grow)/],
      [workbook({ rows: "", parts: { "xl/worksheets/sheet1.xml": entity } }), /cannot be read/],
      [workbook({ rows: row(1, text("ZZZ1", "x")) }), /a cell beyond/],
      [workbook({ rows: row(9_999_999, text("A9999999", "x")) }), /a cell beyond/],
      [
        workbook({
          rows: "",
          parts: {
            "xl/worksheets/sheet1.xml": sheet + filler,
            "xl/sharedStrings.xml": `<sst/>${filler}`,
            "xl/styles.xml": `<styleSheet/>${filler}`,
          },
        }),
        /and the parts before it would unpack to \d+ bytes; at most 25165824/,
      ],
      [workbook({ rows: wide }), /the sheet has \d+ cells; at most 500000 are read/],
      [Buffer.from("PK\x03\x04 and no more", "latin1"), /refused/],
    ] as const) {
      const { code, err } = await importing(bytes, [...GIVEN, ...CODES], { matrix: null });
      expect([code, err.match(words)?.[0] ?? err]).toEqual([1, expect.stringMatching(words)]);
    }
  });
});

/** A zip whose workbook.xml inflates to many bytes of spaces. */
function bombOf(size: number): Buffer {
  const name = Buffer.from("xl/workbook.xml");
  const packed = deflateRawSync(Buffer.alloc(size, 32));
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(20, 4);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(size, 22);
  local.writeUInt16LE(name.length, 26);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE(20, 4);
  central.writeUInt16LE(20, 6);
  central.writeUInt16LE(8, 10);
  central.writeUInt32LE(packed.length, 20);
  central.writeUInt32LE(size, 24);
  central.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length + name.length, 12);
  end.writeUInt32LE(local.length + name.length + packed.length, 16);
  return Buffer.concat([local, name, packed, central, name, end]);
}

test("a long line of a text is read in time linear in its length", async () => {
  const wide = `Tool,${Array.from({ length: 3000 }, (_, i) => 3000 + i).join(",")}\n2026x,${"A,".repeat(3000)}\n`;
  expect((await report(wide)).rows[0].connectors["5999"]).toBe("A");
});
