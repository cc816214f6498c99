import { describe, expect, test } from "vitest";
import { bundleNames } from "../../../src/deploy/bundle/names.ts";
import { reportBytes } from "../../../src/deploy/publish/report.ts";
import { code, count, table } from "../../../src/deploy/publish/report-text.ts";
import { FILES, manifestOf, settingsManifest } from "./support.ts";

const facts = (settings = false) => ({
  names: bundleNames("production", "2506", settings),
  verdict: "2024x Refresh3 × 2506: A · tier 2506 in range · pass",
  digests: { manifest: "a".repeat(64), bundle: "b".repeat(64) },
  size: 1234567,
  detect: "c".repeat(64),
  leftOut: ["data/x.xml"],
});
const report = (manifest = manifestOf()): string => reportBytes(manifest, facts(manifest.kind === "settings")).toString("utf8");

describe("[D1] the report", () => {
  test("says what is installed where, with the verdict in the matrix' own words", () => {
    const text = report();
    expect(text).toContain("`2024x Refresh3 × 2506: A · tier 2506 in range · pass`");
    expect(text).toContain(
      "| `C:\\Program Files\\Cameo Systems Modeler 2024x Refresh3\\plugins\\com.example.plm.connector` | replaced as a whole: 3 files",
    );
    expect(text).toContain("| `C:\\Users\\Public\\PLM_Profile.mdzip` | the profile, 23 bytes");
    expect(text).toContain("| `{install}\\plugins\\PLM_Profile.mdzip` | moved into quarantine");
    expect(text).toContain("1,234,567 bytes");
    expect(text).toContain("Files of the kit that are not installed: `data/x.xml`.");
  });

  test("hides secrets, and lists the pairs of the environment apart from further keys", () => {
    const text = report();
    const [pairs = "", others = ""] = text.split("Other keys that the environment sets");
    expect(pairs).toContain("| connector | `TC_SERVER_URL` | `https://plm.example.com:8443/tc` |");
    expect(others).toContain(
      "| connector | `PROXY_PASSWORD` | (secret: the machine's value is kept; if it has none, give it with --secrets FILE) |",
    );
    expect(text).not.toContain("/workstation/set/connector/PROXY_PASSWORD");
  });

  test("[C7] reports what is carried over, what is new and what is dropped, and says so when nothing is", () => {
    const carried = {
      from: "installed/connector.properties",
      keys: ["LicenseDir", "TC_SERVER_URL"],
      added: ["NEW"],
      dropped: ["OLD"],
    };
    const text = report(manifestOf(FILES, { carried }));
    expect(text).toContain("- kept with their old value: `LicenseDir`\n");
    expect(text).toContain("- in both releases, and set by the environment: `TC_SERVER_URL`\n");
    expect(text).toContain("- new in this release, with the kit's default value: `NEW`\n");
    expect(text).toContain("- dropped, because this release does not have them: `OLD`\n");
    expect(report(manifestOf(FILES, { carried: null }))).toContain("Nothing is carried over");
  });

  test("[C9] records the mapping definition and gives no verdict on it", () => {
    expect(report()).toMatch(/`mapping\.xml`, 3 bytes, SHA-256 `[0-9a-f]{64}`; elementMappings 3\. \*\*Not checked\.\*\*/);
    expect(report(manifestOf(FILES, { mapping: null }))).toContain("The kit has none.");
  });

  test("says how to verify offline, how to install and what the exit codes mean", () => {
    const text = report();
    for (const words of [
      "sha256sum -c production-2506.zip.sha256",
      "openssl dgst -sha256 -verify",
      "-WhatIf",
      "deploy.ps1 -Rollback",
      "detect-production.ps1",
    ]) {
      expect(text).toContain(words);
    }
    for (const exit of ["| 0 |", "| 1618 |", "| 10 |", "| 11 |", "| 12 |"]) expect(text).toContain(exit);
  });

  test("of a build with changes that are not in the commit, or of no known commit, says so", () => {
    const { commit } = manifestOf().source;
    expect(report(manifestOf(FILES, { source: { commit, changed: true } }))).toContain("**plus uncommitted changes**");
    expect(report(manifestOf(FILES, { source: { commit: null, changed: false } }))).toContain("| source commit | unknown |");
  });

  test("[D5] of a settings bundle says that the tool may stay open and that nothing is installed", () => {
    const text = report(settingsManifest());
    expect(text).toContain("The tool can stay open");
    expect(text).not.toContain("replaced as a whole");
    expect(text).not.toContain("Mapping definition");
  });

  test("is not led astray by values that are Markdown themselves", () => {
    const value = "a|b `c` <script> \n# x";
    const text = report(manifestOf(FILES, { values: [{ file: "connector", key: "K|1", value, unit: true }] }));
    expect(text).toContain("| connector | `K\\|1` | `` a\\|b `c` <script> \\u000a# x `` |");
    expect(text).not.toMatch(/^# x/m);
  });
});

test.each([
  ["a", "`a`"],
  ["", "(empty)"],
  ["`", "`` ` ``"],
  ["a``b", "``` a``b ```"],
  [" a ", "`  a  `"],
  ["\u202eevil", "`\\u202eevil`"],
])("[D1] %j is %s as Markdown code", (text, expected) => {
  expect(code(text)).toBe(expected);
});

test("[D1] numbers have commas, and a table without rows is nothing", () => {
  expect([0, 999, 1000, 1234567].map(count)).toEqual(["0", "999", "1,000", "1,234,567"]);
  expect(table(["a"], [])).toBe("");
});
