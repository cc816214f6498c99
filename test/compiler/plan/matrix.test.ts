import { describe, expect, test } from "vitest";
import { EXAMPLE_REPOSITORY } from "../../../src/compiler/rules/example.ts";
import { cli } from "../../support/host.ts";
import { exampleRepository, type Files } from "../../support/repository.ts";

/* A change of the matrix is told cell by cell, with the environments that pass because of it, and those that pass no longer. */

const MATRIX = "releases/matrix.yaml";
const DEMO = "environments/demo/environment.yaml";
const matrix = EXAMPLE_REPOSITORY[MATRIX] ?? "";
const demo = EXAMPLE_REPOSITORY[DEMO] ?? "";
const release = EXAMPLE_REPOSITORY["releases/2506/release.yaml"] ?? "";

/** The text with one part written otherwise; a part that is not there would assert nothing. */
function written(text: string, from: string, to: string): string {
  expect(text).toContain(from);
  return text.replace(from, to);
}

/** A second release, so that an environment can move to it. */
const RELEASE_2606: Files = Object.fromEntries(
  Object.entries(EXAMPLE_REPOSITORY).flatMap(([path, content]) =>
    path.startsWith("releases/2506/base/") ? [[path.replace("2506", "2606"), String(content).replace("2506.0", "2606.0")]] : [],
  ),
);
const newer = written(release, 'release: "2506"', 'release: "2606"').replace(/^kit:.*\n/m, "");
const SECOND: Files = { ...RELEASE_2606, "releases/2606/release.yaml": newer };

async function planned(before: Files, after: Files) {
  const base = exampleRepository(before);
  const cwd = exampleRepository(after);
  const as = async (format: string) => (await cli(["plan", "--base", base, "--format", format], { cwd })).out;
  return { matrix: JSON.parse(await as("json")).matrix, text: await as("text"), markdown: await as("markdown") };
}

const P_TO_A = written(matrix, '"2606": P', '"2606": A');

describe("[B7] [C4] [C1] a change of the matrix", () => {
  test("names each cell, and in every form the environment that no longer passes", async () => {
    const { matrix: told, text, markdown } = await planned({}, { [MATRIX]: written(matrix, '"2506": A', '"2506": P') });
    expect(told).toEqual({
      cells: [{ row: "2024x Refresh3", connector: "2506", before: "A", after: "P", opens: [], closes: ["demo"] }],
      codes: [],
    });
    expect(text).toContain("    2024x Refresh3 × 2506: A → P; no longer passes: demo\n");
    expect(markdown).toContain("× `2506`: A → P; no longer passes: demo".replaceAll("`", ""));
  });

  test("of a row that nobody uses moves no environment", async () => {
    const { matrix: told, text } = await planned({}, { [MATRIX]: P_TO_A });
    expect(told.cells).toEqual([{ row: "2024x Refresh3", connector: "2606", before: "P", after: "A", opens: [], closes: [] }]);
    expect(text).toContain("2024x Refresh3 × 2606: P → A\n");
  });

  test("says which environment passes by a cell that the same change opens for it: its gate was open before, too", async () => {
    const moves = written(demo, 'connector: "2506"', 'connector: "2606"');
    const { matrix: told, text } = await planned(SECOND, { ...SECOND, [MATRIX]: P_TO_A, [DEMO]: moves });
    expect(told.cells).toEqual([expect.objectContaining({ connector: "2606", opens: ["demo"], closes: [] })]);
    expect(text).toContain("the matrix now lets demo pass");
  });

  test("says so of an environment that comes with it, and of one that gets another name", async () => {
    const other = (name: string) =>
      written(written(demo, "name: demo", `name: ${name}`), 'connector: "2506"', 'connector: "2606"');
    const path = (name: string) => `environments/${name}/environment.yaml`;
    const added = await planned(SECOND, { ...SECOND, [MATRIX]: P_TO_A, [path("new")]: other("new") });
    expect(added.matrix.cells[0].opens).toEqual(["new"]);
    const named = await planned(
      { ...SECOND, [path("old")]: other("old") },
      { ...SECOND, [MATRIX]: P_TO_A, [path("new")]: other("new") },
    );
    expect(named.matrix.cells[0].opens).toEqual(["new"]);
  });

  test("names a code of the legend that means another gate, although no cell changes", async () => {
    const cells = { [MATRIX]: written(matrix, '"2506": A', '"2506": P') };
    const opened = { [MATRIX]: written(cells[MATRIX] ?? "", "gate: block, acceptable: true", "gate: pass") };
    const { matrix: told, text } = await planned(cells, opened);
    expect(told.cells).toEqual([]);
    expect(told.codes).toEqual([
      {
        code: "P",
        before: { gate: "block", acceptable: true },
        after: { gate: "pass", acceptable: false },
        opens: ["demo"],
        closes: [],
      },
    ]);
    expect(text).toContain("code P: block, acceptable → pass; now passes: demo");
  });

  test("names cells of a row that comes, goes, or is there twice", async () => {
    const row = '  - { tool: 2026x, java: 21, connectors: { "2606": A } }\n';
    const cell = { row: "2026x", connector: "2606", opens: [], closes: [] };
    expect((await planned({}, { [MATRIX]: matrix + row })).matrix.cells).toEqual([{ ...cell, before: null, after: "A" }]);
    const gone = await planned({ [MATRIX]: matrix + row }, {});
    expect(gone.matrix.cells).toEqual([{ ...cell, before: "A", after: null }]);
    expect(gone.text).toContain("2026x × 2606: A → none");
    // of two rows the code that does not pass counts
    const twice = `${matrix}  - { tool: 2024x Refresh3, java: 17, connectors: { "2506": X } }\n`;
    expect((await planned({}, { [MATRIX]: twice })).matrix.cells).toEqual([
      expect.objectContaining({ connector: "2506", before: "A", after: "X", closes: ["demo"] }),
    ]);
  });

  test("an environment out of its tier's range passes neither before nor after, and is not named", async () => {
    const blocked = written(matrix, '"2506": A', '"2506": P');
    const elsewhere = { [DEMO]: written(demo, 'release: "2506"', 'release: "2412"') };
    const { matrix: told } = await planned({ ...elsewhere, [MATRIX]: blocked }, elsewhere);
    expect(told.cells).toEqual([expect.objectContaining({ before: "P", after: "A", opens: [], closes: [] })]);
  });

  test("by a comment or another order of the rows changes no cell, which is said; without a change nothing is", async () => {
    const rows = matrix.split("\n");
    const swapped = [...rows.slice(0, 8), rows[9], rows[8], ...rows.slice(10)].join("\n");
    for (const text of [`${matrix}# read by somebody\n`, swapped, written(matrix, "2024x Refresh3", "2024X  refresh3")]) {
      const { matrix: told, text: words } = await planned({}, { [MATRIX]: text });
      expect(told).toEqual({ cells: [], codes: [] });
      expect(words).toContain("no cell and no code's gate changes");
    }
    const same = await planned({}, {});
    expect([same.matrix, same.text.includes("cell")]).toEqual([null, false]);
  });

  test("that cannot be read on one side is said, and claims no cell", async () => {
    const { matrix: told, text } = await planned({}, { [MATRIX]: "rows: [\n" });
    expect(told).toBeNull();
    expect(text).toContain("its cells are not compared: the matrix cannot be read on one side");
  });
});
