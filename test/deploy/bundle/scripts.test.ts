import { describe, expect, test } from "vitest";
import { deployBytes, detectBytes, powerShellText } from "../../../src/deploy/publish/scripts.ts";

/** Blanks, line ends and printable characters. */
const ASCII = /^[\t\n\r -~]*$/;
const EXPECTED = {
  manifest: "a".repeat(64),
  environment: "production",
  install: "C:\\Program Files\\Cameo Systems Modeler 2024x",
};
const SCRIPT = "# detection\r\n$ExpectedManifest = ''\r\n$ExpectedEnvironment = ''\r\n$ExpectedInstall = ''\r\nexit 1\r\n";

describe("[D8] the detection script", () => {
  test("has no parameters: what it expects is written into its three marked lines, every other byte stays", () => {
    expect(detectBytes(EXPECTED, SCRIPT).toString("latin1")).toBe(
      `# detection\r\n$ExpectedManifest = '${"a".repeat(64)}'\r\n$ExpectedEnvironment = 'production'\r\n$ExpectedInstall = 'C:\\Program Files\\Cameo Systems Modeler 2024x'\r\nexit 1\r\n`,
    );
  });

  test("that is delivered holds the digest, is ASCII and differs from the source in these lines only", () => {
    const text = detectBytes(EXPECTED).toString("latin1");
    expect(text).toContain(`$ExpectedManifest = '${EXPECTED.manifest}'`);
    expect(text).toMatch(ASCII);
    expect(detectBytes({ ...EXPECTED, install: "D:\\Werkzeuge\\Prüfstand" }).toString("latin1")).toMatch(ASCII);
  });

  test.each([
    "$ExpectedManifest = ''",
    "$ExpectedEnvironment = ''",
    "$ExpectedInstall = ''",
    "C:\\Tools\\$ExpectedManifest = ''",
    "a'\r\n$ExpectedManifest = ''\r\n'",
    "$& $1 $` $' $$",
    "'; exit 0 #",
    "\u2018; exit 0 #",
    "@'\r\n",
  ])("takes no value for a mark or for code: %j", (odd) => {
    const lines = detectBytes({ manifest: EXPECTED.manifest, environment: odd, install: odd }, SCRIPT)
      .toString("latin1")
      .split("\r\n");
    expect(lines).toEqual([
      "# detection",
      `$ExpectedManifest = '${EXPECTED.manifest}'`,
      `$ExpectedEnvironment = ${powerShellText(odd)}`,
      `$ExpectedInstall = ${powerShellText(odd)}`,
      "exit 1",
      "",
    ]);
    expect(lines.slice(2, 4).join("")).toMatch(ASCII);
  });

  test.each([
    ["lacks a mark", SCRIPT.replace("$ExpectedInstall", "$Install")],
    ["has one twice", `${SCRIPT}$ExpectedManifest = ''\r\n`],
    ["has one filled in", SCRIPT.replace("$ExpectedManifest = ''", "$ExpectedManifest = 'x'")],
  ])("that %s is a fault of the build, not a silent one of the workstation", (_, script) => {
    expect(() => detectBytes(EXPECTED, script)).toThrow(/exactly once/);
  });
});

test("[D3] the deploy script is delivered as ASCII, the same for every bundle", () => {
  expect(deployBytes().length).toBeGreaterThan(20);
  expect(deployBytes().toString("latin1")).toMatch(ASCII);
  expect(deployBytes().equals(deployBytes())).toBe(true);
});

test.each([
  ["plain", "'plain'"],
  ["", "''"],
  ["it's", "'it''s'"],
  ["$(calc) `n", "'$(calc) `n'"],
  ["Prüf", "('Pr' + [char]252 + 'f')"],
  ["ü", "('' + [char]252)"],
  ["a\u2019b", "('a' + [char]8217 + 'b')"],
  ["\u{1f600}", "('' + [char]55357 + [char]56832)"],
  ["a\nb", "('a' + [char]10 + 'b')"],
])("[D8] %j is %s in a PowerShell script of ASCII", (text, expected) => {
  expect(powerShellText(text)).toBe(expected);
});
