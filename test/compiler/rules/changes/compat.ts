import { type Change, ENVIRONMENT, type Edit, MATRIX, RELEASE, change } from "./change.ts";

const EXCEPTIONS = "releases/exceptions.yaml";
const PAIR = '"2506": A, "2606": P';
const ROWS = `${PAIR} } }\n`;
const pair = (code: string): Edit => [MATRIX, PAIR, `"2506": ${code}, "2606": P`];
const TOOL = "tool: 2024x Refresh3\nauth";
const tool = (text: string): Edit => [ENVIRONMENT, TOOL, `tool: ${text}\nauth`];
const NO_MATRIX: Edit = [MATRIX, "rows: [\n"];

interface Entry {
  readonly tool?: string;
  readonly connector?: string;
  readonly verdict?: string;
  readonly environments?: string;
  readonly until?: string;
}
const entry = ({
  tool: row = "2024x Refresh3",
  connector = "2506",
  verdict = "P",
  environments = "demo",
  until = "2036-12-31",
}: Entry): string =>
  `  - { tool: ${row}, connector: "${connector}", verdict: ${verdict}, environments: [${environments}], reason: trial, owner: plm-team, until: ${until} }\n`;
const exceptions = (...entries: readonly Entry[]): Edit => [
  EXCEPTIONS,
  `apiVersion: tierwright/v1\nkind: Exceptions\nexceptions:\n${entries.map(entry).join("")}`,
];
const on = (today: string, title: string, ...edits: readonly Edit[]): Change => ({ title, edits, today });
/** A second environment on the same pair, with a tier of its own. */
const second = (name: string, declared = name): Edit => [
  `environments/${name}/environment.yaml`,
  `apiVersion: tierwright/v1
kind: Environment
name: ${declared}
connector: "2506"
tool: 2024x Refresh3
tier: { release: "2506", signIn: "https://b.example.com:8443/tc", fileTransfer: ["https://b.example.com:4544"] }
`,
];
const CERTIFIED = 'certifiedTiers: ["2506"]';
const claims = (title: string, fields: string, ...edits: readonly Edit[]): Change =>
  change(title, [RELEASE, CERTIFIED, `${CERTIFIED}\nclaims: [{ source: guide, ${fields} }]`], ...edits);
const OTHER: Edit = [
  "releases/2606/release.yaml",
  'apiVersion: tierwright/v1\nkind: ConnectorRelease\nrelease: "2606"\ncertifiedTiers: ["2606"]\nwrites: []\n',
];
const CODES = "codes:\n  A: { gate: pass }\n  P: { means: Planned, gate: block, acceptable: true }\n  X: { gate: block }\n";

export const COMPAT_CHANGES: Readonly<Record<string, readonly Change[]>> = {
  "compat/blocked": [
    change("a code that an exception could accept", pair("P")),
    change("a code that no exception can accept", pair("X")),
    change("a code that an exception could accept, of a connector that needs a later Java", pair("P"), [
      RELEASE,
      "java: 17",
      "java: 21",
    ]),
    change("a code of a gate that is none", pair("B"), [
      MATRIX,
      "  X: { gate: block }\n",
      "  X: { gate: block }\n  B: { gate: perhaps }\n",
    ]),
    change("a code that the legend does not know", pair("Z")),
    change("no cell", tool("2024x")),
    change("no row", tool("2025x")),
    change("no matrix", NO_MATRIX),
    change("a matrix without a source", pair("P"), [
      MATRIX,
      'source: { title: connector compatibility matrix, revision: "7", date: 2026-09-01 }\n',
      "",
    ]),
    change("a row on which nothing passes", [MATRIX, PAIR, '"2506": P, "2606": X']),
    change("a row on which two others pass", [MATRIX, PAIR, '"2506": P, "2606": A, "2706": A']),
    on("2036-06-30", "an exception in force", pair("P"), exceptions({})),
    on("2036-12-31", "an exception on its last day", pair("P"), exceptions({})),
    on("2037-01-01", "an exception that has ended", pair("P"), exceptions({})),
    on(
      "2037-01-01",
      "an exception that has ended, of a code that no exception can accept",
      pair("X"),
      exceptions({ verdict: "X" }),
    ),
    on("2036-06-30", "an exception for another environment", pair("P"), exceptions({ environments: "production" })),
    on("2036-06-30", "an exception for another code", pair("P"), exceptions({ verdict: "X" })),
    on("2036-06-30", "an exception without a day", pair("P"), exceptions({ until: "2036-02-30" })),
    on(
      "2036-06-30",
      "an environment that names itself otherwise, as the exception does",
      pair("P"),
      exceptions({ environments: "other" }),
      [ENVIRONMENT, "name: demo", "name: other"],
    ),
    on(
      "2036-06-30",
      "an environment that names itself otherwise, not as the exception does",
      pair("P"),
      exceptions({ environments: "more" }),
      [ENVIRONMENT, "name: demo", "name: other"],
    ),
    on("2036-06-30", "an environment that names itself otherwise, with an exception for its folder", pair("P"), exceptions({}), [
      ENVIRONMENT,
      "name: demo",
      "name: other",
    ]),
  ],
  "compat/claim-exceeds-matrix": [
    claims("a tool that is blocked", "tools: [2024x Refresh3], tiers: []", pair("P")),
    claims("a tool with a code that the legend does not know", "tools: [2024x Refresh3], tiers: []", pair("Z")),
    claims("a tool with a code without words", "tools: [2024x Refresh3], tiers: []", pair("X")),
    claims("a tool without a row", "tools: [2025x], tiers: []"),
    claims("a tool without a cell", "tools: [2024x], tiers: []"),
    claims("a tool and a tier beyond it", 'tools: [2024x, 2025x], tiers: ["2506", "2606", "2706"]'),
    change("a tier, and no certified range", [
      RELEASE,
      `${CERTIFIED}\n`,
      'claims: [{ source: guide, tools: [], tiers: ["2506"] }]\n',
    ]),
    claims("a tool, and no matrix", "tools: [2025x], tiers: []", NO_MATRIX),
    claims("what is certified", 'tools: [2024x Refresh3], tiers: ["2506"]'),
  ],
  "compat/duplicate-row": [
    change("the same row", [MATRIX, ROWS, `${ROWS}  - { tool: 2024x Refresh3, java: 17, connectors: { "2706": A } }\n`]),
    change("the same row in another spelling, twice", [
      MATRIX,
      ROWS,
      `${ROWS}  - { tool: 2024xR3, java: 17, connectors: { "2706": A } }\n  - { tool: 2024X-refresh 3, java: 17, connectors: { "2806": A } }\n`,
    ]),
    change("no matrix", NO_MATRIX),
    change("other rows"),
  ],
  "compat/exception-date": [
    change("a day that is none", exceptions({ until: "2036-02-30" })),
    change(
      "two entries, one without a day, for two environments",
      exceptions({}, { until: "soon", environments: "demo, production" }),
    ),
    change("a day", exceptions({ until: "2036-02-29" })),
  ],
  "compat/exception-ending": [
    on("2036-12-17", "two weeks before", pair("P"), exceptions({})),
    on("2036-12-16", "more than two weeks before", pair("P"), exceptions({})),
    on("2036-12-30", "the day before", pair("P"), exceptions({})),
    on("2036-12-31", "on the last day", pair("P"), exceptions({})),
    on("2037-01-01", "after it", pair("P"), exceptions({})),
    on("2036-12-17", "for two environments", pair("P"), second("more"), exceptions({ environments: "demo, more" })),
    on("2036-12-17", "for an environment that does not need it", exceptions({})),
  ],
  "compat/exception-expired": [
    on("2036-12-31", "on the last day", pair("P"), exceptions({})),
    on("2037-01-01", "the day after", pair("P"), exceptions({})),
    on("2037-01-01", "for two environments", pair("P"), second("more"), exceptions({ environments: "demo, more" })),
    on("2037-01-01", "for an environment that does not need it", exceptions({})),
  ],
  "compat/exception-unused": [
    on("2036-06-30", "the matrix passes the pair now", exceptions({})),
    on("2036-06-30", "another code than the matrix has", pair("X"), exceptions({})),
    on("2036-06-30", "an environment that is not there", pair("P"), exceptions({ environments: "demo, production" })),
    on("2036-06-30", "the only environment is not there", pair("P"), exceptions({ environments: "production" })),
    on("2036-06-30", "an environment that is spelt otherwise", pair("P"), exceptions({ environments: "Demo" })),
    on(
      "2036-06-30",
      "an environment that is spelt otherwise beside one that is not there",
      pair("P"),
      exceptions({ environments: "demos, xyz" }),
    ),
    on(
      "2036-06-30",
      "an environment of another pair",
      pair("P"),
      second("more"),
      exceptions({ tool: "2024x", connector: "2406", environments: "demo, more" }),
    ),
    on("2036-06-30", "an environment listed twice", pair("P"), exceptions({ environments: "demo, demo" })),
    on("2036-06-30", "no environment", pair("P"), exceptions({ environments: "" })),
    on("2036-06-30", "no row", exceptions({ tool: "2025x" })),
    on("2036-06-30", "no cell", exceptions({ connector: "2706" })),
    on("2036-06-30", "no matrix", NO_MATRIX, exceptions({})),
    on("2036-06-30", "an environment of a connector that the matrix does not know", exceptions({}), [
      ENVIRONMENT,
      'connector: "2506"',
      'connector: "9999"',
    ]),
    on("2036-06-30", "an environment of a tool that the matrix does not know", pair("P"), exceptions({}), tool("xyz")),
    on("2036-06-30", "another connector of the same tool and code", pair("P"), exceptions({ connector: "2606" })),
    on("2036-06-30", "another tool of the same connector and code", pair("P"), exceptions({ tool: "2024x" })),
    on("2036-06-30", "another tool and another connector", pair("P"), exceptions({ tool: "2024x", connector: "2406" })),
    on("2036-06-30", "a pair without a cell", tool("2024x"), exceptions({ tool: "2024x" })),
    on("2036-06-30", "two entries that end together", pair("P"), exceptions({}, {})),
    on("2036-06-30", "two entries, the second ends later", pair("P"), exceptions({}, { until: "2037-12-31" })),
    on("2036-06-30", "an environment that cannot be read", pair("P"), exceptions({ environments: "more" }), [
      "environments/more/environment.yaml",
      "name: [\n",
    ]),
    on("2036-06-30", "an environment in a folder of another name", pair("P"), exceptions({ environments: "other" }), [
      ENVIRONMENT,
      "name: demo",
      "name: other",
    ]),
    on("2036-06-30", "in force", pair("P"), exceptions({})),
  ],
  "compat/java-floor": [
    change("the release needs a later Java", [RELEASE, "java: 17", "java: 21"]),
    change("the release needs a later Java, and the pair is blocked", [RELEASE, "java: 17", "java: 21"], pair("P")),
    on(
      "2036-12-31",
      "the release needs a later Java, and an exception accepts the pair",
      [RELEASE, "java: 17", "java: 21"],
      pair("P"),
      exceptions({}),
    ),
    change("the release needs a later Java, and the pair is blocked without words", [RELEASE, "java: 17", "java: 21"], pair("X")),
    change("the release needs a later Java, and its code is unknown", [RELEASE, "java: 17", "java: 21"], pair("Z")),
    change("the release needs a later Java, and there is no cell", [RELEASE, "java: 17", "java: 21"], tool("2024x")),
    change("the jars need a later Java", ["releases/2506/kit.lock.yaml", "class: 61", "class: 65"]),
    change(
      "the jars and the release need a later Java",
      ["releases/2506/kit.lock.yaml", "class: 61", "class: 65"],
      [RELEASE, "java: 17", "java: 25"],
    ),
    change(
      "the jars need a later Java than the release says",
      ["releases/2506/kit.lock.yaml", "class: 61", "class: 65"],
      [RELEASE, "java: 17", "java: 11"],
    ),
    change("the tool ships an earlier Java by its old name", [
      MATRIX,
      "tool: 2024x Refresh3, java: 17",
      "tool: 2024x Refresh3, java: '1.8'",
    ]),
    change(
      "the row says nothing of Java",
      [MATRIX, "tool: 2024x Refresh3, java: 17,", "tool: 2024x Refresh3,"],
      [RELEASE, "java: 17", "java: 21"],
    ),
    change("the tool ships a later Java", [MATRIX, "tool: 2024x Refresh3, java: 17", "tool: 2024x Refresh3, java: 21"]),
    change("the same Java"),
  ],
  "compat/no-cell": [
    change("another row", tool("2024x")),
    change("another row, and no other has the connector", tool("2024x"), [MATRIX, PAIR, '"2606": P']),
    change("a row without a cell", [MATRIX, `"2506": A, "2606": P`, ""]),
    change("a row on which nothing passes", tool("2024x"), [MATRIX, '"2406": A', '"2406": X']),
    change("a row on which two pass", tool("2024x"), [MATRIX, '"2406": A', '"2406": A, "2306": A']),
    change("a connector that is not there", [ENVIRONMENT, 'connector: "2506"', 'connector: "2706"']),
    change("a connector that only the matrix has", tool("2024x"), [ENVIRONMENT, 'connector: "2506"', 'connector: "2606"']),
    change(
      "a connector that only a release has",
      OTHER,
      [MATRIX, PAIR, '"2506": A'],
      [ENVIRONMENT, 'connector: "2506"', 'connector: "2606"'],
    ),
    change("two rows of the tool, both without it", tool("2024x"), [
      MATRIX,
      ROWS,
      `${ROWS}  - { tool: 2024X, java: 17, connectors: { "2406": A } }\n`,
    ]),
    change("no matrix", NO_MATRIX),
  ],
  "compat/no-release": [
    change("a release that is not there", [ENVIRONMENT, 'connector: "2506"', 'connector: "2606"']),
    change("a release that is like none", [ENVIRONMENT, 'connector: "2506"', 'connector: "xyz"']),
    change(
      "a release in a folder of another name",
      [ENVIRONMENT, 'connector: "2506"', 'connector: "2606"'],
      ["releases/2606b/release.yaml", OTHER[1]],
    ),
    change("a release that cannot be read", [RELEASE, "release: [\n"]),
    change("a release and a matrix that cannot be read", [RELEASE, "release: [\n"], [MATRIX, "rows: [\n"]),
  ],
  "compat/no-row": [
    change("a row that is like one", tool("2024x Refresh4")),
    change("a row that is like none", tool("xyz")),
    change("a matrix without rows", [MATRIX, `apiVersion: tierwright/v1\nkind: CompatibilityMatrix\n${CODES}rows: []\n`]),
    change("no matrix", NO_MATRIX),
    change("a row in another spelling", tool("2024X-refresh 3")),
  ],
  "compat/unknown-code": [
    change("a code like one", pair("a")),
    change("a code like none", pair("Zzz")),
    change("of two environments", pair("Z"), second("more")),
    change("of no environment", [MATRIX, PAIR, '"2506": A, "2606": Q']),
    change("a legend without a code", [MATRIX, CODES, "codes: {}\n"]),
    change("no matrix", NO_MATRIX),
    change("an environment without a row", tool("xyz"), pair("Z")),
  ],
  "compat/tier-undecided": [
    change("no certified range", [RELEASE, `${CERTIFIED}\n`, ""]),
    change("an empty certified range", [RELEASE, CERTIFIED, "certifiedTiers: []"]),
    change("another tier", [ENVIRONMENT, 'release: "2506"', 'release: "2606"']),
    change("no release", [ENVIRONMENT, 'connector: "2506"', 'connector: "2706"']),
  ],
  "compat/tier-out-of-range": [
    change("another tier", [ENVIRONMENT, 'release: "2506"', 'release: "2606"']),
    change("another tier, for which another release is certified", [ENVIRONMENT, 'release: "2506"', 'release: "2606"'], OTHER),
    change(
      "another tier than two certified ones",
      [ENVIRONMENT, 'release: "2506"', 'release: "2606"'],
      [RELEASE, CERTIFIED, 'certifiedTiers: ["2406", "2506"]'],
    ),
    change("one of two certified ones", [RELEASE, CERTIFIED, 'certifiedTiers: ["2406", "2506"]']),
    change("no certified range", [RELEASE, `${CERTIFIED}\n`, ""]),
    change("no release", [ENVIRONMENT, 'connector: "2506"', 'connector: "2706"']),
  ],
};
