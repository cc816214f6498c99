import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { civil, expectCivil, here, sourcesOf } from "../../cli/civil.ts";
import { exampleRepository } from "../../support/repository.ts";
import { RICH_REPOSITORY, leaves, replaced } from "./rich-repository.ts";

/*
 * A repository that says everything that one can say, and every key and value of it replaced by what nobody expects there:
 * each command answers in words, in every form, and touches nothing.
 */

const RUNS = Number(process.env.TIERWRIGHT_LAW_RUNS ?? 150);
const LEAVES = leaves(RICH_REPOSITORY);
const ENV = { LICENSE_KEY: "a-key", TCSSO_CLIENT_SECRET: "a-secret" };

const COMMANDS: readonly (readonly string[])[] = [
  ["check"],
  ["compile"],
  ["compat"],
  ["compat", "--matrix-json"],
  ["secrets", "check"],
  ["secrets", "check", "--run"],
  ["why", "full", "LicenseDir"],
  ["why", "full", "client/URL"],
  ["check", "--require-proof", "--today", "2040-01-01"],
  ["compile", "--with-secrets", "--out", "dist/secret"],
];

/** What may stand anywhere by mistake; as YAML text. */
const ODD = fc.oneof(
  fc.constantFrom(
    "",
    "~",
    "null",
    "[]",
    "{}",
    "[[[]]]",
    "{ a: { b: 1 } }",
    "true",
    "yes",
    "0",
    "-1",
    "1e999",
    ".nan",
    "0x1F",
    "010",
    "2506.0",
    "1_000",
    '""',
    '" "',
    '"\\t"',
    "''",
    "'a''b'",
  ),
  fc.constantFrom(
    '"\\0"',
    '"a\\nb"',
    '"\\u202e"',
    '"\\ud83d\\ude00"',
    '"\\r"',
    '"\\\\"',
    "'\\'",
    "C:\\users",
    "'C:\\temp\\'",
    "//server/share",
    "../..",
    "__proto__",
    "constructor",
    "{{tier.signIn}}",
    "{{#if}}",
    "@secret(/x)",
    "${env:PATH}",
    "%PATH%",
  ),
  fc.constantFrom(
    "https://",
    "https://[::1",
    "https://a:b@c:99999/tc",
    "http://x y/tc",
    "file:///etc/passwd",
    "https://\u00e9x\u00e4mple.com:1/tc",
    "10.0.0.1",
    "27000@",
    "@",
    "*",
    "&a",
    "*a",
    "&a x",
    "!!binary aGk=",
    "!x y",
    "|\n    text",
    ">-\n    text",
    "? x",
    "- x",
    "#",
    ": ",
    "a: b",
    "%",
    "`",
    '"',
    "'",
    "]",
    "}",
    "\t",
  ),
  fc.constantFrom(
    "demo",
    "full",
    "alike",
    "2506",
    "2606",
    "2024x",
    "P",
    "sso",
    "tccs",
    "connector",
    "2036-12-31",
    "2026-02-30",
    "50 MB",
    "INFO",
  ),
  fc.constant(`"${"x".repeat(20_000)}"`),
  fc.constant(`[${"x, ".repeat(2000)}]`),
  fc.constant(`${"[".repeat(100)}${"]".repeat(100)}`),
  fc.string({ maxLength: 12 }).map((text) => JSON.stringify(text)),
  fc.string({ unit: "binary", maxLength: 12 }).map((text) => JSON.stringify(text)),
);

test("the repository that says everything is sound", async () => {
  const folder = exampleRepository(RICH_REPOSITORY);
  const found = await civil(here(folder, { env: ENV }), ["compile"]);
  expect(found.findings.filter((finding) => finding.severity === "error")).toEqual([]);
  expect(found.code).toBe(0);
  expect(LEAVES.length).toBeGreaterThan(400);
});

describe("one key or value is another", () => {
  test(`${RUNS} times, whichever command is asked`, async () => {
    const folder = exampleRepository(RICH_REPOSITORY);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...LEAVES), ODD, fc.constantFrom(...COMMANDS), async (leaf, odd, command) => {
        writeFileSync(join(folder, leaf.file), replaced(RICH_REPOSITORY, leaf, odd));
        const before = sourcesOf(folder);
        try {
          const run = here(folder, { env: ENV, programs: { "vault read identity": "a-secret\n" } });
          if (command.includes("--matrix-json")) expectCivil(await run(command));
          else await civil(run, command);
          expect(sourcesOf(folder)).toEqual(before);
        } finally {
          writeFileSync(join(folder, leaf.file), String(RICH_REPOSITORY[leaf.file]));
        }
      }),
      { numRuns: RUNS },
    );
  });
});
