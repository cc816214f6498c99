import { describe, expect, test } from "vitest";
import { said } from "../../support/said.ts";
import { RULES } from "../../../src/compiler/rules/registry.generated.ts";
import type { Example } from "../../../src/kernel/diagnostic/example.ts";
import { type Change, ENVIRONMENT, EXCEPTIONS, MATRIX, RELEASE, checked, exceptionsFile, findingsOf } from "./repository.ts";
import { eachNth } from "../../support/runs.ts";

const PAIR = '"2506": A, "2606": P';
const EXCEPTION =
  'tool: 2024x Refresh3, connector: "2506", verdict: P, environments: [demo], reason: trial, owner: plm-team, until: 2036-12-31';
const PLANNED: Change = { [MATRIX]: [PAIR, '"2506": P, "2606": P'] };

function changeOf(example: Example): Change {
  const one = {
    [example.file]: example.replace === undefined ? String(example.with) : ([example.replace, String(example.with)] as const),
  };
  return Object.assign(one, ...(example.also ?? []).map(changeOf));
}

describe("examples of the compat rules", () => {
  const rules = RULES.filter((rule) => rule.id.startsWith("compat/"));

  test("[C1] [C2] [C3] [C4] [C5] every one is registered", () => {
    expect(rules.length).toBe(15);
  });

  test.each(eachNth(4, rules))("$id is found in its failing example and in no passing one", async ({ id, fails, passes }) => {
    expect(await findingsOf(id, changeOf(fails), fails.options?.today)).toHaveLength(1);
    for (const example of passes) expect(await findingsOf(id, changeOf(example), example.options?.today)).toEqual([]);
  });

  test("the example repository itself has none", async () => {
    expect((await checked({})).found).toEqual([]);
  });
});

describe("findings are at the place of their fix", () => {
  test("[C1] blocked: on the connector, with the cell and the legend", async () => {
    const [found, ...more] = (await checked(PLANNED)).found;
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      rule: "compat/blocked",
      severity: "error",
      environment: "demo",
      file: ENVIRONMENT,
      line: 4,
      marked: '"2506"',
    });
    expect(found?.related).toEqual([`${MATRIX}:10 P`, `${MATRIX}:6 block`]);
    expect(said(found)).toContain("2024x Refresh3 × 2506 is P (Planned) in releases/matrix.yaml, which blocks");
    expect(said(found)).toContain("the matrix is revision 7 of 2026-09-01");
    expect(found?.help).toContain(
      '{ tool: 2024x Refresh3, connector: "2506", verdict: P, environments: [demo], reason, owner, until: YYYY-MM-DD }',
    );
    expect(found?.help).toContain("the verdict stays P");
  });

  test("[C4] blocked: a code that is not acceptable offers no exception, and names a connector that passes", async () => {
    const [found] = await findingsOf("compat/blocked", { [MATRIX]: [PAIR, '"2506": X, "2606": A'] });
    expect(found?.help).toContain("row 2024x Refresh3 passes with connector 2606");
    expect(found?.help).toContain("no exception can accept it");
    expect(found?.help).not.toContain("until: YYYY-MM-DD");
  });

  test("[C4] blocked: an exception that has ended is shown with its day", async () => {
    const [found] = await findingsOf("compat/blocked", { ...PLANNED, [EXCEPTIONS]: exceptionsFile(EXCEPTION) }, "2037-01-01");
    expect(said(found)).toContain("its exception was valid through 2036-12-31 and today is 2037-01-01");
    expect(found?.help).toContain("Or plm-team decides on a new `until` in releases/exceptions.yaml");
    expect(found?.related.at(-1)).toBe(`${EXCEPTIONS}:4 2036-12-31`);
  });

  test("[C1] tier-out-of-range: on the tier's release, and it names a connector that fits", async () => {
    const other = `apiVersion: tierwright/v1\nkind: ConnectorRelease\nrelease: "2606"\ncertifiedTiers: ["2606"]\nwrites: []\n`;
    const change: Change = { [ENVIRONMENT]: ['release: "2506"', 'release: "2606"'], "releases/2606/release.yaml": other };
    const [found] = await findingsOf("compat/tier-out-of-range", change);
    expect(found).toMatchObject({ severity: "error", environment: "demo", file: ENVIRONMENT, marked: '"2606"' });
    expect(said(found)).toContain("HTTP 405");
    expect(found?.help).toContain("use connector 2606, certified for tier 2606");
    expect(found?.related).toEqual([`${RELEASE}:5 "2506"`]);
  });

  test("[C1] an accepted exception does not silence the tier", async () => {
    const change: Change = {
      ...PLANNED,
      [EXCEPTIONS]: exceptionsFile(EXCEPTION),
      [ENVIRONMENT]: ['release: "2506"', 'release: "2606"'],
    };
    const { found, verdicts } = await checked(change);
    expect(found.map((one) => one.rule)).toEqual(["compat/tier-out-of-range"]);
    expect(verdicts[0]).toMatchObject({ matrix: "P", tierRange: false, gate: "block" });
  });

  test("[C1] undecided: a release without certified tiers blocks with a separate finding", async () => {
    const { found, verdicts } = await checked({ [RELEASE]: ['certifiedTiers: ["2506"]\n', ""] });
    expect(found).toMatchObject([
      { rule: "compat/tier-undecided", severity: "error", file: ENVIRONMENT, marked: '"2506"', related: [`${RELEASE}:1 `] },
    ]);
    expect(verdicts[0]).toMatchObject({ matrix: "A", tierRange: null, gate: "block" });
  });

  test("[C2] no-row: on the tool, with the nearest row", async () => {
    const [found] = await findingsOf("compat/no-row", {
      [ENVIRONMENT]: ["tool: 2024x Refresh3", "tool: 2024x Refresh3 Hot Fix 1"],
    });
    expect(found).toMatchObject({ severity: "error", file: ENVIRONMENT, line: 5, marked: "2024x Refresh3 Hot Fix 1" });
    expect(said(found)).toContain("no row '2024x Refresh3 Hot Fix 1'; the nearest row is '2024x Refresh3'");
    expect(found?.related).toEqual([`${MATRIX}:10 2024x Refresh3`]);
  });

  test("[C2] no-row: where none is near, the rows are listed; without a matrix the matrix alone is at fault", async () => {
    const [far] = await findingsOf("compat/no-row", { [ENVIRONMENT]: ["tool: 2024x Refresh3", "tool: Enterprise"] });
    expect(said(far)).toContain("its rows are 2024x and 2024x Refresh3");
    // the matrix itself has the finding then, once, and no environment repeats it
    expect(await findingsOf("compat/no-row", { [MATRIX]: "not: a matrix\n" })).toEqual([]);
  });

  test("[C2] no-cell: on the connector, with the row and the rows that have it", async () => {
    const [found] = await findingsOf("compat/no-cell", { [ENVIRONMENT]: ["tool: 2024x Refresh3", "tool: 2024x"] });
    expect(found).toMatchObject({
      severity: "error",
      file: ENVIRONMENT,
      line: 4,
      marked: '"2506"',
      related: [`${MATRIX}:9 2024x`],
    });
    expect(said(found)).toContain("row '2024x' covers connector 2406 only");
    expect(found?.help).toContain("is in row 2024x Refresh3, which does not apply to this tool");
  });

  test("[C2] unknown-code: an error for the environment that uses the cell", async () => {
    const [found] = await findingsOf("compat/unknown-code", { [MATRIX]: [PAIR, '"2506": a, "2606": P'] });
    expect(found).toMatchObject({ severity: "error", environment: "demo", file: MATRIX, line: 10, marked: "a" });
    expect(said(found)).toContain("did you mean 'A'?");
    expect(found?.help).toContain("(A, P and X), or add 'a'");
    expect(found?.related).toEqual([`${ENVIRONMENT}:3 demo`]);
  });

  test("[C2] unknown-code: information in a cell that no environment uses", async () => {
    const { found, verdicts } = await checked({ [MATRIX]: [PAIR, '"2506": A, "2606": Q'] });
    expect(found).toMatchObject([
      { rule: "compat/unknown-code", severity: "info", environment: null, file: MATRIX, marked: "Q" },
    ]);
    expect(verdicts[0]?.gate).toBe("pass");
  });

  test("[C2] duplicate-row: on the second row, which opens no gate", async () => {
    const { found, verdicts } = await checked({
      [MATRIX]: [`${PAIR} } }`, `"2506": P } }\n  - { tool: 2024x-r3, connectors: { "2506": A } }`],
    });
    expect(found.map((one) => one.rule)).toEqual(["compat/blocked", "compat/duplicate-row"]);
    expect(found[1]).toMatchObject({
      severity: "error",
      environment: null,
      file: MATRIX,
      line: 11,
      marked: "2024x-r3",
      related: [`${MATRIX}:10 2024x Refresh3`],
    });
    expect(verdicts[0]).toMatchObject({ matrix: "P", gate: "block" });
  });

  test("[C1] no-release: on the connector, with the nearest release", async () => {
    const [found] = await findingsOf("compat/no-release", { [ENVIRONMENT]: ['connector: "2506"', 'connector: "2560"'] });
    expect(found).toMatchObject({ severity: "error", file: ENVIRONMENT, line: 4, marked: '"2560"' });
    expect(found?.help).toContain(
      "name a release of this repository (2506), or run `tierwright kit import SOURCE --release R` for another",
    );
  });

  test("[C3] claim-exceeds-matrix: information on the claim, with everything that is not certified", async () => {
    const claims =
      'certifiedTiers: ["2506"]\nclaims: [{ source: guide 2506, tools: [2024x Refresh3, 2024x, 2026x and later], tiers: ["2506", "2606"] }]';
    const { found, verdicts } = await checked({ [RELEASE]: ['certifiedTiers: ["2506"]', claims] });
    expect(found).toMatchObject([
      { rule: "compat/claim-exceeds-matrix", severity: "info", environment: null, file: RELEASE, line: 6, marked: "guide 2506" },
    ]);
    expect(said(found[0])).toContain(
      "tool 2024x (no cell in the matrix), tool 2026x and later (no row in the matrix) and tier 2606 (certified: 2506)",
    );
    expect(verdicts[0]).toMatchObject({ matrix: "A", gate: "pass", claims: [{ source: "guide 2506", covers: true }] });
  });
});

describe("exceptions", () => {
  const withEntry = (...entries: readonly string[]): Change => ({ ...PLANNED, [EXCEPTIONS]: exceptionsFile(...entries) });
  const changedEntry = (from: string, to: string) => withEntry(EXCEPTION.replace(from, to));

  test("[C4] one that is in force leaves no finding, and the verdict stays P", async () => {
    const { found, verdicts } = await checked(withEntry(EXCEPTION));
    expect(found).toEqual([]);
    expect(verdicts[0]).toMatchObject({ matrix: "P", gate: "accepted", exception: { until: "2036-12-31", expired: false } });
  });

  test("[C4] expired: an error on the day, next to the blocked gate", async () => {
    const { found } = await checked(withEntry(EXCEPTION), "2037-01-01");
    expect(found.map((one) => one.rule)).toEqual(["compat/blocked", "compat/exception-expired"]);
    expect(found[1]).toMatchObject({ severity: "error", environment: "demo", file: EXCEPTIONS, line: 4, marked: "2036-12-31" });
  });

  test.each(
    eachNth(4, [
      ["2036-12-16", []],
      ["2036-12-17", ["14 days left"]],
      ["2036-12-30", ["1 day left"]],
      ["2036-12-31", ["today is the last day"]],
      ["2037-01-01", []],
    ]),
  )("[C4] ending: on %s the warning says %j", async (today, words) => {
    const found = await findingsOf("compat/exception-ending", withEntry(EXCEPTION), today);
    expect(found.map((one) => one.severity)).toEqual(words.map(() => "warning"));
    for (const [i, text] of words.entries()) expect(said(found[i])).toContain(text);
  });

  test("[C4] ending reports nothing if a later entry for the same pair takes over, which the earlier one's finding names", async () => {
    const { found, verdicts } = await checked(withEntry(EXCEPTION.replace("2036-12-31", "2026-09-25"), EXCEPTION));
    expect(found.map((one) => [one.rule, one.line])).toEqual([["compat/exception-unused", 4]]);
    expect(said(found[0])).toContain("another entry for the same pair, through 2036-12-31, applies instead");
    expect(verdicts[0]?.gate).toBe("accepted");
  });

  test.each(
    eachNth(4, [
      ["environments: [demo]", "environments: [demo, ghost]", "ghost", "there is no environment 'ghost'"],
      ["environments: [demo]", "environments: [Demo]", "Demo", "did you mean 'demo'?"],
      ["2024x Refresh3", "2024x", "demo", "demo is 2024x Refresh3 × 2506, another pair"],
      ['"2506"', '"2606"', "demo", "another pair"],
    ]),
  )("[C4] unused: %s as %s is found on the name", async (from, to, marked, words) => {
    const found = await findingsOf("compat/exception-unused", changedEntry(from, to));
    expect(found).toMatchObject([{ severity: "error", environment: null, file: EXCEPTIONS, line: 4, marked }]);
    expect(said(found[0])).toContain(words);
  });

  test("[C4] unused: the matrix has another code by now", async () => {
    const change: Change = { [MATRIX]: [PAIR, '"2506": X, "2606": P'], [EXCEPTIONS]: exceptionsFile(EXCEPTION) };
    const [found] = await findingsOf("compat/exception-unused", change);
    expect(said(found)).toContain("the matrix has X for this pair");
  });

  test("[C4] unused: no word about an environment that cannot be read", async () => {
    expect(await findingsOf("compat/exception-unused", { ...withEntry(EXCEPTION), [ENVIRONMENT]: "kind: [\n" })).toEqual([]);
  });

  test("[C4] not-acceptable: on the code, for X, for a code that passes and for an unknown one", async () => {
    for (const [code, words] of [
      ["X", "X is not marked `acceptable: true` in the legend"],
      ["A", "A already passes"],
      ["p", "the legend has no code 'p'; did you mean 'P'?"],
    ] as const) {
      const [found, ...more] = await findingsOf(
        "compat/exception-not-acceptable",
        changedEntry("verdict: P", `verdict: ${code}`),
      );
      expect(more).toEqual([]);
      expect(found).toMatchObject({ severity: "error", file: EXCEPTIONS, marked: code });
      expect(said(found)).toContain(words);
    }
  });

  test("[C4] date: on the day that is none, and the gate stays shut", async () => {
    const { found, verdicts } = await checked(changedEntry("2036-12-31", "31.12.2036"));
    expect(found.map((one) => one.rule)).toEqual(["compat/exception-date"]);
    expect(found[0]).toMatchObject({ severity: "error", file: EXCEPTIONS, marked: "31.12.2036" });
    expect(verdicts[0]?.gate).toBe("block");
  });
});

describe("the Java floor", () => {
  const jar = `apiVersion: tierwright/v1\nkind: KitLock\nrelease: "2506"\nfiles:\n  - { path: plugin/lib/connector.jar, size: 1, sha256: "${"0".repeat(64)}", class: 65 }\n`;

  test("[C5] information where it explains a code that does not pass", async () => {
    const found = await findingsOf("compat/java-floor", { ...PLANNED, [RELEASE]: ["java: 17", "java: 21"] });
    expect(found).toMatchObject([{ severity: "info", environment: "demo", file: ENVIRONMENT, marked: '"2506"' }]);
    expect(said(found[0])).toContain(
      "needs Java 21 and 2024x Refresh3 ships Java 17; releases/2506/release.yaml has java: 21; this is a reason to block 2024x Refresh3 × 2506, which is P (Planned)",
    );
    expect(found[0]?.related).toEqual([`${MATRIX}:10 17`, `${RELEASE}:4 21`]);
  });

  test("[C5] a warning where an exception accepts the code: it accepts no class version, and ends by a day", async () => {
    const change: Change = {
      ...PLANNED,
      [RELEASE]: ["java: 17", "java: 21"],
      [EXCEPTIONS]: `apiVersion: tierwright/v1\nkind: Exceptions\nexceptions:\n  - { ${EXCEPTION} }\n`,
    };
    const [accepted, ...more] = await findingsOf("compat/java-floor", change, "2036-12-31");
    expect(more).toEqual([]);
    expect(accepted).toMatchObject({ severity: "warning" });
    expect(said(accepted)).not.toContain("a reason to block");
    expect(said(accepted)).toContain("an exception accepts the code P (Planned), not a class version");
    expect(said(accepted)).toContain("the connector's classes would not load");
    expect(accepted?.help).toMatch(/^move the environment to a tool that ships Java 21 or to a connector for Java 17/);
    expect(accepted?.help).not.toContain("nothing to fix");
    expect(await findingsOf("compat/java-floor", change, "2037-01-01")).toMatchObject([{ severity: "info" }]);
  });

  test("[C5] a warning where the code passes", async () => {
    const found = await findingsOf("compat/java-floor", { [RELEASE]: ["java: 17", "java: 21"] });
    expect(found).toMatchObject([{ severity: "warning" }]);
    expect(said(found[0])).toContain("the tool always runs its bundled runtime");
  });

  test("[C5] from the class version of a locked jar, which is named, against what release.yaml states", async () => {
    const found = await findingsOf("compat/java-floor", { "releases/2506/kit.lock.yaml": jar });
    expect(found).toMatchObject([{ severity: "warning" }]);
    expect(said(found[0])).toContain("; plugin/lib/connector.jar holds classes of version 65, which is Java 21;");
  });

  test("[C5] silent where the tool ships enough, and where one side is not stated", async () => {
    for (const change of [
      { [RELEASE]: ["java: 17", "java: 11"] },
      { [RELEASE]: ["java: 17", "java: 21"], [MATRIX]: ["tool: 2024x Refresh3, java: 17", "tool: 2024x Refresh3, java: 21"] },
      { [RELEASE]: ["java: 17", "java: 21"], [MATRIX]: ["tool: 2024x Refresh3, java: 17", "tool: 2024x Refresh3"] },
    ] satisfies readonly Change[]) {
      expect(await findingsOf("compat/java-floor", change as Change)).toEqual([]);
    }
  });
});
