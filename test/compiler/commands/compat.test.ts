import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { dispatch } from "../../../src/cli/dispatch.ts";
import { type Change, ENVIRONMENT, EXCEPTIONS, MATRIX, RELEASE, exceptionsFile, withRepository } from "../verdict/repository.ts";
import { recordingHost } from "../verdict/host.ts";

const PAIR = '"2506": A, "2606": P';
const PLANNED: Change = { [MATRIX]: [PAIR, '"2506": P, "2606": X'] };
const EXCEPTION =
  'tool: 2024x Refresh3, connector: "2506", verdict: P, environments: [demo], reason: trial, owner: plm-team, until: 2036-12-31';
const ACCEPTED: Change = { ...PLANNED, [EXCEPTIONS]: exceptionsFile(EXCEPTION) };
const QUESTION = ["--tool", "2024x refresh-3", "--connector", "2506", "--tier", "2506"];

interface Answer {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** `tierwright compat WORDS` on 2026-09-22 in the changed example repository. */
async function compat(change: Change, ...words: readonly string[]): Promise<Answer> {
  return withRepository(change, async (cwd) => {
    const { host, texts } = recordingHost(cwd);
    // wide: how lines are broken is proven elsewhere
    const code = await dispatch(["compat", ...words], { ...host, stdout: { ...host.stdout, width: 4000 } }, resolve);
    return { code, ...texts };
  });
}

describe("the matrix with the environments on it", () => {
  test("[C1] a passing pair: the table, the legend and the verdict, exit code 0", async () => {
    const { code, out, err } = await compat({});
    expect([code, err]).toEqual([0, ""]);
    expect(out).toBe(`connector compatibility matrix, revision 7 of 2026-09-01 (releases/matrix.yaml)

tool                             Java  2406  2506  2606
  Java that the connector needs        -     17    -
2024x                            17    A     -     -
2024x Refresh3                   17    -     A     P
  demo                                       pass

A           passes
P  Planned  blocks; an exception for the exact pair can accept it
X           blocks; no exception can accept it

✓ demo: 2024x Refresh3 × 2506
  matrix     A
  tier       2506 in range (certified: 2506)
  gate       pass
`);
  });

  test("[C4] an accepted pair shows its exception, the days left and the unchanged code", async () => {
    const { code, out } = await compat(ACCEPTED);
    expect(code).toBe(0);
    expect(out).toMatch(/^ {2}demo +accepted$/m);
    expect(out).toContain(`✓ demo: 2024x Refresh3 × 2506
  matrix     P (Planned)
  tier       2506 in range (certified: 2506)
  exception  trial (plm-team), through 2036-12-31
  gate       accepted until 2036-12-31, 3753 days left
`);
  });

  test("[C1] a blocked pair gives exit code 1 and the reason that check gives", async () => {
    const { code, out } = await compat(PLANNED);
    expect(code).toBe(1);
    expect(out).toMatch(/^ {2}demo +block$/m);
    expect(out).toContain("✗ demo: 2024x Refresh3 × 2506");
    expect(out).toContain("error[compat/blocked]: 2024x Refresh3 × 2506 is P (Planned) in releases/matrix.yaml");
    expect(out).toContain("environments: [demo]");
  });

  test("[C4] the day is an argument", async () => {
    expect((await compat(ACCEPTED, "--today", "2036-12-31")).code).toBe(0);
    const { code, out } = await compat(ACCEPTED, "--today", "2037-01-01");
    expect(code).toBe(1);
    expect(out).toContain("gate       blocked, its exception was valid through 2036-12-31");
  });

  test("[C2] no row, no cell and an unknown code are answers of their own, and the table shows what it can", async () => {
    const row = await compat({ [ENVIRONMENT]: ["tool: 2024x Refresh3", "tool: 2024x Refresh4"] });
    expect(row.code).toBe(1);
    expect(row.out).toContain("matrix     no row '2024x Refresh4' in the matrix, nearest '2024x Refresh3'");
    expect(row.out).not.toMatch(/^ {2}demo /m);
    const cell = await compat({ [MATRIX]: [PAIR, '"2606": P'] });
    expect(cell.out).toContain("matrix     no cell for connector 2506 in row '2024x Refresh3'");
    expect(cell.out).toMatch(/^ {2}demo {39}block$/m);
    const unknown = await compat({ [MATRIX]: [PAIR, '"2506": Q, "2606": P'] });
    expect(unknown.out).toContain("matrix     code 'Q' is not in the legend");
    expect(unknown.out).toContain(
      "error[compat/unknown-code]: 2024x Refresh3 × 2506 has the code 'Q', which the legend does not define",
    );
    expect(unknown.out).toMatch(/^2024x Refresh3 +17 +- +Q\? +P$/m);
  });

  test("[C3] a claim is shown as what it is", async () => {
    const claims = 'certifiedTiers: ["2506"]\nclaims: [{ source: guide 2506, tools: [2024x Refresh3], tiers: ["2506"] }]';
    const { code, out } = await compat({ ...PLANNED, [RELEASE]: ['certifiedTiers: ["2506"]', claims] });
    expect(code).toBe(1);
    expect(out).toContain("claim      guide 2506 claims this pair and tier; for information only");
  });

  test("[C5] the Java that a connector needs stands over its column, and a warning says that classes would not load", async () => {
    const { out } = await compat({ ...ACCEPTED, [RELEASE]: ["java: 17", "java: 21"] });
    expect(out).toMatch(/^ {2}Java that the connector needs +- +21 +-$/m);
    expect(out).toContain("warning[compat/java-floor]: connector 2506 needs Java 21 and 2024x Refresh3 ships Java 17");
  });

  test("--quiet prints what is blocked and nothing else", async () => {
    expect(await compat({}, "--quiet")).toEqual({ code: 0, out: "", err: "" });
    const { code, out } = await compat(PLANNED, "--quiet");
    expect(code).toBe(1);
    expect(out).toMatch(/^✗ demo: /);
  });

  test("colours are added where they are wanted, and change no text", async () => {
    const plain = await compat(PLANNED);
    const colored = await compat(PLANNED, "--color", "always");
    expect(colored.out).not.toBe(plain.out);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control sequences
    expect(colored.out.replace(/\u001b\[\d+m/g, "")).toBe(plain.out);
  });

  test("a repository that cannot be read whole is not answered with success", async () => {
    const environment = await compat({ [ENVIRONMENT]: "kind: [\n" });
    expect(environment.code).toBe(1);
    expect(environment.out).toContain("no verdict: demo cannot be read; `tierwright check` shows why");
    const matrix = await compat({ [MATRIX]: "kind: [\n" });
    expect(matrix.code).toBe(1);
    expect(matrix.out).toContain("no readable compatibility matrix");
    expect(matrix.out).toContain("(releases/matrix.yaml:");
  });
});

describe("a question without an environment", () => {
  test("[C1] [C2] is answered like an environment's, in any spelling of the row", async () => {
    const { code, out } = await compat({}, ...QUESTION);
    expect(code).toBe(0);
    expect(out).toBe(`✓ 2024x refresh-3 × 2506, tier 2506
  matrix     A
  tier       2506 in range (certified: 2506)
  gate       pass
`);
  });

  test("[C4] no environment's exception answers it, but it is told of", async () => {
    const { code, out } = await compat(ACCEPTED, ...QUESTION);
    expect(code).toBe(1);
    expect(out).toContain("gate       blocked\n");
    expect(out).toContain("accepted for demo until 2036-12-31 (trial, plm-team); another environment needs its own entry");
    const answer = JSON.parse((await compat(ACCEPTED, ...QUESTION, "--format", "json")).out);
    const accepted = { environment: "demo", reason: "trial", owner: "plm-team", until: "2036-12-31" };
    expect(answer).toMatchObject({ today: "2026-09-22", verdicts: [{ environment: null, acceptedFor: [accepted] }] });
    const own = JSON.parse((await compat(ACCEPTED, "--format", "json")).out);
    expect(own.verdicts[0]).not.toHaveProperty("acceptedFor");
  });

  test("[C4] an exception that has ended, or for a code that cannot be accepted, is not told of", async () => {
    const ended = await compat(ACCEPTED, ...QUESTION, "--today", "2037-01-01");
    expect(ended.out).not.toContain("accepted for");
    const changed: Change = {
      [MATRIX]: [PAIR, '"2506": X'],
      [EXCEPTIONS]: exceptionsFile(EXCEPTION.replace("verdict: P", "verdict: X")),
    };
    const refused = await compat(changed, ...QUESTION);
    expect([refused.code, refused.out.includes("accepted for")]).toEqual([1, false]);
  });

  test.each([
    [["--tool", "2024x", "--connector", "2506", "--tier", "2506"], "compat/no-cell"],
    [["--tool", "2024x Refresh9", "--connector", "2506", "--tier", "2506"], "compat/no-row"],
    [["--tool", "2024x Refresh3", "--connector", "2506", "--tier", "2606"], "compat/tier-out-of-range"],
    [["--tool", "2024x Refresh3", "--connector", "2606", "--tier", "2606"], "compat/no-release"],
    [["--tool", "2024x", "--connector", "", "--tier", ""], "compat/no-release"],
  ])("[C1] [C2] %j is answered with %s and exit code 1", async (words, rule) => {
    const { code, out } = await compat({}, ...words);
    expect(code).toBe(1);
    expect(out).toContain(`error[${rule}]`);
  });

  test("half a question is wrong use", async () => {
    const half = await compat({}, "--tier", "2506");
    expect([half.code, half.out]).toEqual([2, ""]);
    expect(half.err).toContain("--tool and --connector are required as well");
    const almost = await compat({}, "--tool", "2024x Refresh3", "--connector", "2506");
    expect(almost.err).toContain("--tier is required as well");
    const both = await compat({}, "--matrix-json", ...QUESTION);
    expect(both.code).toBe(2);
    expect(both.err).toContain("--matrix-json lists environments");
  });
});

describe("for programs", () => {
  test("[C1] [C4] --format json: source, codes, rows and verdicts with their reasons", async () => {
    const { code, out } = await compat({ ...ACCEPTED, [RELEASE]: ["java: 17", "java: 21"] }, "--format", "json");
    expect(code).toBe(0);
    const document = JSON.parse(out);
    expect(document).toMatchObject({
      schema: "tierwright/compat/v1",
      source: { file: MATRIX, title: "connector compatibility matrix", revision: "7", date: "2026-09-01" },
      codes: { A: { means: null, gate: "pass", acceptable: false }, P: { means: "Planned", gate: "block", acceptable: true } },
      releases: [{ connector: "2506", java: 21, certifiedTiers: ["2506"] }],
      unread: [],
      problems: [],
    });
    expect(document.rows).toEqual([
      { tool: "2024x", java: "17", connectors: { "2406": "A" } },
      { tool: "2024x Refresh3", java: "17", connectors: { "2506": "P", "2606": "X" } },
    ]);
    expect(document.verdicts).toHaveLength(1);
    expect(document.verdicts[0]).toMatchObject({
      environment: "demo",
      tool: "2024x Refresh3",
      connector: "2506",
      tier: "2506",
      matrix: "P",
      reason: null,
      tierRange: true,
      gate: "accepted",
      exception: { reason: "trial", owner: "plm-team", until: "2036-12-31", expired: false },
      claims: [],
      reasons: [{ rule: "compat/java-floor", severity: "warning" }],
    });
  });

  test("[C1] --format json of a question has no environment, and of a broken matrix is still one document", async () => {
    const { code, out } = await compat({}, ...QUESTION, "--format", "json");
    expect([code, JSON.parse(out).verdicts]).toMatchObject([0, [{ environment: null, matrix: "A", gate: "pass", reasons: [] }]]);
    const broken = await compat({ [MATRIX]: "kind: [\n" }, "--format", "json");
    expect(broken.code).toBe(1);
    expect(JSON.parse(broken.out)).toMatchObject({
      source: null,
      codes: {},
      rows: [],
      verdicts: [{ matrix: null, reason: "no-row", gate: "block" }],
    });
  });

  test("[C1] --matrix-json: one line with a job for each environment, blocked ones included", async () => {
    const { code, out } = await compat(PLANNED, "--matrix-json");
    expect(code).toBe(1);
    expect(out).toBe(
      '{"include":[{"environment":"demo","tool":"2024x Refresh3","connector":"2506","tier":"2506","matrix":"P","gate":"block"}]}\n',
    );
    expect((await compat({}, "--matrix-json")).code).toBe(0);
  });

  test("--matrix-json says which environment is missing from it", async () => {
    const { code, out, err } = await compat({ [ENVIRONMENT]: "kind: [\n" }, "--matrix-json");
    expect([code, out]).toEqual([1, '{"include":[]}\n']);
    expect(err).toContain("demo cannot be read and is not in the job matrix");
  });
});

describe("[C1] a row or a column of the matrix", () => {
  test("--connector alone: each row with its code, what it lets through and the exception in force; exit code 0", async () => {
    const { code, out, err } = await compat(ACCEPTED, "--connector", "2506");
    expect([code, err]).toEqual([0, ""]);
    expect(out).toBe(`connector 2506 in connector compatibility matrix, revision 7 of 2026-09-01 (releases/matrix.yaml)

  2024x Refresh3  P (Planned)  block  accepted for demo until 2036-12-31

no cell, which blocks: 2024x

certified tiers: 2506
`);
  });

  test("an exception that ended, that nobody answers for or that names another code accepts nothing", async () => {
    for (const [replace, by] of [
      ["2036-12-31", "2026-09-21"],
      ["owner: plm-team", "owner: '-'"],
      ["verdict: P", "verdict: A"],
    ] as const) {
      const { out } = await compat(
        { ...PLANNED, [EXCEPTIONS]: exceptionsFile(EXCEPTION.replace(replace, by)) },
        "--connector",
        "2506",
      );
      expect(out, by).toMatch(/P \(Planned\) {2}block\n/);
    }
  });

  test("--tool alone, in any spelling: the row", async () => {
    const { code, out } = await compat({}, "--tool", "2024X refresh 3");
    expect(code).toBe(0);
    expect(out).toContain("2024x Refresh3 in connector");
    expect(out).toMatch(/2506 {2}A {12}pass\n {2}2606 {2}P \(Planned\) {2}block\n/);
    expect(out).toContain("no cell, which blocks: 2406");
  });

  test("of a row that stands twice the code that blocks counts, as for an environment", async () => {
    const rows = '  - { tool: 2024x, java: 17, connectors: { "2406": A } }\n';
    const { out } = await compat({ [MATRIX]: [rows, rows + rows.replace("A }", "X }")] }, "--connector", "2406");
    expect(out.match(/^ {2}2024x .*/gm)).toEqual(["  2024x  X  block"]);
  });

  test("a code that the legend lacks blocks, and is said to be one", async () => {
    const { code, out } = await compat({ [MATRIX]: ['"2606": P', '"2606": Q'] }, "--connector", "2606");
    expect(out).toContain("Q (not in the legend)  block");
    // the matrix has a finding
    expect(code).toBe(0);
  });

  test("JSON has the whole document, and the selection beside it", async () => {
    const { out } = await compat(ACCEPTED, "--connector", "2506", "--format", "json");
    const { selection, rows, verdicts } = JSON.parse(out);
    expect(selection).toEqual({
      by: "connector",
      name: "2506",
      cells: [
        {
          tool: "2024x Refresh3",
          connector: "2506",
          code: "P",
          means: "Planned",
          gate: "block",
          known: true,
          accepted: [{ environments: ["demo"], until: "2036-12-31" }],
        },
      ],
      without: ["2024x"],
    });
    expect([rows.length, verdicts]).toEqual([2, []]);
    expect(JSON.parse((await compat({}, "--format", "json")).out)).not.toHaveProperty("selection");
  });

  test.each([
    [["--connector", "2607"], /no column '2607'; did you mean '2606'/, /connectors: 2406, 2506, 2606/],
    [["--tool", "2024x Refresh4"], /no row '2024x Refresh4'; did you mean '2024x Refresh3'/, /rows: 2024x, 2024x Refresh3/],
    [["--connector", "2506", "--tier", "2506"], /--tool is required as well/, /or one of --tool and --connector alone/],
  ])("%j is wrong use", async (words, problem, help) => {
    const { code, out, err } = await compat({}, ...words);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(problem);
    expect(err).toMatch(help);
  });
});
