import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { environmentText } from "../compiler/run/rich-repository.ts";
import { edit, exampleRepository } from "../support/repository.ts";
import { eachNth, runs } from "../support/runs.ts";
import { civil, here } from "./civil.ts";

/* Very much of something: lines, findings, environments. All of it is answered, in bounded time and words. */

const ENVIRONMENT = "environments/demo/environment.yaml";
const INSTALLED = "environments/demo/installed/connector.properties";
/** Characters; a person still reads a message of this length. */
const LONGEST_MESSAGE = 2_000;
/** A way that is quadratic runs into this, in milliseconds. */
const HANGS = 20_000;

describe("many findings", { timeout: HANGS }, () => {
  test("1,000 in one file are all told, in the order of their lines", async () => {
    const folder = exampleRepository({ [INSTALLED]: Array.from({ length: 1000 }, (_, i) => `KEY${i}=C:/x/${i} \n`).join("") });
    const found = await civil(here(folder), ["check", "--fail-on", "warning"]);
    expect(found.code).toBe(1);
    const own = found.findings.filter((finding) => finding.rule === "conf/trailing-blank");
    expect(own.map((finding) => finding.line)).toEqual(Array.from({ length: 1000 }, (_, i) => i + 1));
    expect(found.text.out.match(/^warning\[conf\/trailing-blank\]/gm)).toHaveLength(1000);
    expect(found.text.out).toMatch(/1 environment: 0 errors, 1000 warnings/);
  });

  test("one key a great many times", async () => {
    const folder = exampleRepository({ [INSTALLED]: Array.from({ length: runs(2000) }, (_, i) => `KEY=${i}\n`).join("") });
    const found = await civil(here(folder), ["check"]);
    expect(found.findings.filter((finding) => finding.rule === "conf/duplicate-key").length).toBeGreaterThan(0);
    expect(found.text.out.length).toBeLessThan(5_000_000);
  });

  test("thousands of unknown keys of a document: the first ones, and how many there are besides", async () => {
    const folder = exampleRepository();
    edit(folder, ENVIRONMENT, "tier:\n", `${Array.from({ length: runs(10_000) }, (_, i) => `key${i}: 1\n`).join("")}tier:\n`);
    const found = await civil(here(folder), ["check"]);
    const own = found.findings.filter((finding) => finding.rule === "repo/unknown-key");
    expect(own.length).toBeLessThanOrEqual(50);
    expect(own.at(-1)?.message).toMatch(/\(and \d+ more problems in this file\)$/);
  });

  test("hundreds of environments that cannot be read, each with its finding", async () => {
    const many = runs(300);
    const files = Array.from({ length: many }, (_, i) => [
      `environments/env${i}/environment.yaml`,
      i % 3 === 0 ? "" : i % 3 === 1 ? "a: [\n" : "- x\n",
    ]);
    const found = await civil(here(exampleRepository(Object.fromEntries(files))), ["compile"]);
    expect(new Set(found.findings.map((finding) => finding.environment)).size).toBe(many);
    expect(found.code).toBe(1);
  });

  test("many environments that all claim one tier", async () => {
    const files = Array.from({ length: runs(200) }, (_, i) => [
      `environments/env${i}/environment.yaml`,
      environmentText(`env${i}`, "one.example.com"),
    ]);
    const found = await civil(here(exampleRepository(Object.fromEntries(files))), ["check"]);
    expect(found.code).toBe(1);
    expect(found.text.out.length).toBeLessThan(5_000_000);
    for (const finding of found.findings) expect(finding.message.length).toBeLessThan(LONGEST_MESSAGE);
  });
});

const LONG = "x".repeat(runs(200_000));

describe("very long lines and values", { timeout: HANGS }, () => {
  const cases: readonly (readonly [title: string, change: (folder: string) => void])[] = [
    [
      "an address",
      (folder) => edit(folder, ENVIRONMENT, "https://plm.example.com:8443/tc", `https://plm.example.com:8443/${LONG}`),
    ],
    ["a host", (folder) => edit(folder, ENVIRONMENT, "https://plm.example.com:4544", `https://${LONG}.example.com:4544`)],
    [
      "a file address of many",
      (folder) =>
        edit(
          folder,
          ENVIRONMENT,
          "https://plm.example.com:4544",
          Array.from({ length: runs(2000) }, (_, i) => `https://h${i}.example.com:1`).join(","),
        ),
    ],
    [
      "a text of many file addresses",
      (folder) =>
        edit(
          folder,
          ENVIRONMENT,
          '[ "https://plm.example.com:4544" ]',
          Array.from({ length: runs(2000) }, (_, i) => `https://h${i}.example.com:1`).join(","),
        ),
    ],
    ["a licence server", (folder) => edit(folder, ENVIRONMENT, "27000@lic.example.com", LONG)],
    ["a directory", (folder) => edit(folder, ENVIRONMENT, "'D:\\plm\\staging'", LONG)],
    ["a choice", (folder) => edit(folder, ENVIRONMENT, "authentication: password", `authentication: ${LONG}`)],
    ["a key", (folder) => edit(folder, ENVIRONMENT, "workstation:\n", `workstation:\n  "${"k".repeat(900)}": 1\n`)],
    ["a name", (folder) => edit(folder, ENVIRONMENT, "name: demo", `name: ${LONG}`)],
    ["a tool", (folder) => edit(folder, ENVIRONMENT, "tool: 2024x Refresh3", `tool: ${LONG}`)],
    ["a connector", (folder) => edit(folder, ENVIRONMENT, 'connector: "2506"', `connector: ${LONG}`)],
    ["a tier's release", (folder) => edit(folder, ENVIRONMENT, 'release: "2506"', `release: ${LONG}`)],
    ["what it extends", (folder) => edit(folder, ENVIRONMENT, "name: demo", `name: demo\nextends: ${LONG}`)],
    ["where it carries from", (folder) => edit(folder, ENVIRONMENT, "name: demo", `name: demo\ncarryFrom: ${LONG}`)],
    ["a matrix row", (folder) => edit(folder, "releases/matrix.yaml", "tool: 2024x Refresh3", `tool: ${LONG}`)],
    ["a code", (folder) => edit(folder, "releases/matrix.yaml", '"2506": A', `"2506": ${LONG}`)],
    [
      "a write's name",
      (folder) =>
        edit(
          folder,
          "releases/2506/release.yaml",
          "'{{tier.webClient}}', decides: the embedded",
          `'{{${LONG}}}', decides: the embedded`,
        ),
    ],
    ["a comment", (folder) => edit(folder, ENVIRONMENT, "name: demo", `# ${LONG}\nname: dmeo`)],
    [
      "a suppression",
      (folder) => edit(folder, ENVIRONMENT, "name: demo", `# tierwright-ignore conf/${LONG}: ${LONG}\nname: demo`),
    ],
    [
      "a value of the kit",
      (folder) =>
        edit(folder, "releases/2506/base/connector.properties", "STAGING_DIR=C\\:\\\\Staging", `STAGING_DIR=C:\\${LONG} `),
    ],
    [
      "a key of the kit",
      (folder) =>
        edit(
          folder,
          "releases/2506/base/connector.properties",
          "LicenseDir=28000",
          `${LONG}=C:\\t \n${LONG}=2\nLicenseDir=28000`,
        ),
    ],
    ["a version range", (folder) => edit(folder, "environments/site.yaml", "kind: Site\n", `kind: Site\nrequires: ${LONG}\n`)],
    [
      "a secret's name",
      (folder) =>
        edit(
          folder,
          ENVIRONMENT,
          "  sessionAgent: none\n",
          `  sessionAgent: none\n  set: { connector: { X: { env: ${LONG} } } }\n`,
        ),
    ],
    [
      "an appender and a size",
      (folder) => edit(folder, ENVIRONMENT, "logging:\n", `logging:\n  triggers: { MAIN: ${LONG}, ${"y".repeat(900)}: 1 MB }\n`),
    ],
  ];

  for (const [title, change] of eachNth(4, cases))
    test(`${title}: is told in words that a person can read`, async () => {
      const folder = exampleRepository();
      change(folder);
      for (const argv of [["compile"], ["secrets", "check"], ["compat"]]) {
        const found = await civil(here(folder), argv);
        for (const finding of found.findings)
          for (const text of [finding.message, finding.help ?? "", finding.fix?.title ?? ""])
            expect([finding.rule, text.length < LONGEST_MESSAGE]).toEqual([finding.rule, true]);
        if (argv[0] === "compile") {
          const longest = Math.max(...`${found.text.out}${found.text.err}`.split("\n").map((line) => line.length));
          expect(longest).toBeLessThan(2 * LONGEST_MESSAGE);
        }
      }
    });

  test("what is long and sound is written as it is", async () => {
    const folder = exampleRepository();
    edit(folder, ENVIRONMENT, "  sessionAgent: none\n", `  sessionAgent: none\n  set: { connector: { LONG_VALUE: ${LONG} } }\n`);
    await civil(here(folder), ["compile"]);
    expect(readFileSync(join(folder, "dist/demo/connector/connector.properties"), "latin1")).toContain(`\nLONG_VALUE=${LONG}\n`);
  });
});
