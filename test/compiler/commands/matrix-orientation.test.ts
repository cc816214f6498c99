import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cli } from "../../support/host.ts";
import { exampleRepository } from "../../support/repository.ts";

/* `matrix import` of tables in both orientations: a turned one is read with --columns tools, and never taken for the other. */

const GIVEN = ["--source", "vendor's matrix", "--revision", "8", "--codes", "A=pass,P=exception,X=block"];

/** The forms in which people have a table. */
const FORMS: Readonly<Record<string, (rows: readonly (readonly string[])[]) => string>> = {
  csv: (rows) => rows.map((row) => `${row.join(",")}\n`).join(""),
  semicolons: (rows) => rows.map((row) => `${row.join(";")}\n`).join(""),
  tabs: (rows) => rows.map((row) => `${row.join("\t")}\n`).join(""),
  pipes: ([head = [], ...rows]) => [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |\n`).join(""),
};

/** Spellings of tools and of connector releases, and what is above the tools. */
const NAMES: readonly (readonly [string, readonly string[], readonly string[], string])[] = [
  ["without spaces", ["2024xRefresh3", "2026x"], ["2506", "2606"], "Tool"],
  ["with spaces", ["2024x Refresh3", "2026x Refresh1"], ["2506", "2606"], "Tool"],
  ["families only", ["2022x", "2024x"], ["2506", "2606"], "Tool"],
  ["hyphens", ["2024x-R3", "2024x-R3-HF1"], ["2506", "2606"], "Tool release"],
  ["a product before each", ["Cameo 2024x", "MagicDraw 2026x"], ["2506", "2606"], "Tool"],
  ["'Connector' before each release", ["2024xR3", "2026x"], ["Connector 2506", "Connector 2606"], "Tool"],
  ["releases with dots", ["2024xR3", "2026x"], ["14.3", "14.3.1"], "Tool"],
  ["no name in the corner", ["2024xR3", "2026x"], ["2506", "2606"], ""],
  ["'Connector' in the corner", ["2021", "2022"], ["14.2", "14.3"], "Connector"],
  ["names that the matrix has", ["19.0SP4", "2021"], ["14.2", "14.3"], "Version"],
];

const CODES = [
  ["A", "P"],
  ["X", "A"],
] as const;

/** The table with the tools in its first column, and the same turned by a quarter. */
function tables(tools: readonly string[], releases: readonly string[], corner: string) {
  const upright = [[corner, ...releases], ...tools.map((tool, i) => [tool, ...(CODES[i] ?? [])])];
  const turned = upright[0]?.map((_, column) => upright.map((row) => row[column] ?? "")) ?? [];
  return { upright, turned };
}

async function importing(text: string, words: readonly string[], matrix: string | null) {
  const folder = exampleRepository(matrix === null ? {} : { "releases/matrix.yaml": matrix });
  if (matrix === null) rmSync(join(folder, "releases/matrix.yaml"));
  writeFileSync(join(folder, "table"), text);
  const { out } = await cli(["matrix", "import", "table", ...GIVEN, ...words, "--format", "json"], { cwd: folder });
  return JSON.parse(out);
}

/** A matrix with the names of the table that no spelling shows to be tools. */
const KNOWN = `apiVersion: tierwright/v1
kind: CompatibilityMatrix
source: { title: "vendor's matrix", revision: "7" }
codes: { A: { gate: pass }, P: { gate: block, acceptable: true }, X: { gate: block } }
rows:
  - { tool: 19.0 SP4, connectors: { "14.2": A } }
`;

const CASES = NAMES.flatMap(([name, tools, releases, corner]) =>
  Object.keys(FORMS).map((form) => ({ name, tools, releases, corner, form })),
);

describe.each(CASES)("$name, $form", ({ tools, releases, corner, form }) => {
  const { upright, turned } = tables(tools, releases, corner === "Connector" ? "" : corner);
  const print = (rows: readonly (readonly string[])[]) => FORMS[form]?.(rows) ?? "";
  const matrix = corner === "Version" ? KNOWN : null;
  const connectors = releases.map((release) => release.replace("Connector ", ""));
  const rows = tools.map((tool, i) => ({
    tool,
    java: null,
    connectors: Object.fromEntries(connectors.map((release, j) => [release, CODES[i]?.[j]])),
  }));

  test("upright and turned give the same rows, each with its option", async () => {
    const read = await Promise.all([
      importing(print(upright), [], matrix),
      importing(print(turned), ["--columns", "tools"], matrix),
    ]);
    for (const { problems, rows: found } of read) expect([problems, found]).toEqual([[], rows]);
  });

  test("either with the other's option is refused, with the way out", async () => {
    const corners = (table: readonly (readonly string[])[], text: string) =>
      table.map((row, i) => (i === 0 ? [text || row[0] || "", ...row.slice(1)] : row));
    const connectorCorner = corner === "Connector" ? corner : "";
    const read = await Promise.all([
      importing(print(corners(turned, connectorCorner)), [], matrix),
      importing(print(corners(upright, connectorCorner)), ["--columns", "tools"], matrix),
    ]);
    for (const { problems, rows: found, state } of read) {
      expect([found, state]).toEqual([[], "refused"]);
      expect(problems).toHaveLength(1);
      expect(problems[0].expected).toContain("--columns tools");
    }
  });
});

test("a corner that only seems to name the first column can be renamed", async () => {
  const rows = (corner: string) => `${corner},14.2,14.3\n2021,A,X\n`;
  const { problems } = await importing(rows("Connector"), [], null);
  expect(problems[0].expected).toContain("and if not, write Tool in A1");
  expect((await importing(rows("Tool"), [], null)).problems).toEqual([]);
});

describe("names that show no orientation", () => {
  test.each([
    [
      "tools and releases of one spelling",
      [
        ["Tool", "2024x", "2026x"],
        ["2024x", "A", "X"],
        ["2026x", "P", "A"],
      ],
    ],
    [
      "years",
      [
        ["Tool", "2506", "2606"],
        ["2021", "A", "X"],
      ],
    ],
  ])("%s are read as the option says", async (_, rows) => {
    const { problems, rows: found } = await importing(FORMS.csv?.(rows as string[][]) ?? "", [], null);
    expect(problems).toEqual([]);
    expect(found[0].tool).toBe(rows[1]?.[0]);
  });
});
