import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cli } from "../../support/host.ts";
import { edit, exampleRepository } from "../../support/repository.ts";

/* The fix of a file server of which nothing is known: it declares the member, wherever the YAML has a place for it. */

const ENVIRONMENT = "environments/demo/environment.yaml";
const FILES = 'fileTransfer: [ "https://plm.example.com:4544" ]';
const HOSTS = "hosts: { plm.example.com: 10.20.0.11 }";
const UNKNOWN = 'fileTransfer: [ "https://files.example.com:4544" ]';

const textOf = (folder: string): string => readFileSync(join(folder, ENVIRONMENT), "utf8");

function repository(...edits: readonly (readonly [string, string])[]): string {
  const folder = exampleRepository();
  for (const [from, to] of [[FILES, UNKNOWN] as const, ...edits]) edit(folder, ENVIRONMENT, from, to);
  return folder;
}

async function check(folder: string, ...words: string[]) {
  const { code, out } = await cli(["check", "--format", "json", ...words], { cwd: folder });
  const { findings, tiers } = JSON.parse(out);
  return { code, findings, hosts: tiers[0].hosts.map(({ host, verdict }: Record<string, string>) => `${host} ${verdict}`) };
}

describe("[B4] a file server of which nothing is known", () => {
  test("is an error whose help names tier.members first, and whose fix waits for review", async () => {
    const folder = repository();
    const { code, findings } = await check(folder);
    expect(code).toBe(1);
    expect(findings).toEqual([
      expect.objectContaining({
        rule: "tier/half-switch",
        severity: "error",
        fix: expect.objectContaining({
          safe: false,
          title: "declare that files.example.com belongs to the tier of plm.example.com",
        }),
      }),
    ]);
    const { out } = await cli(["check"], { cwd: folder });
    expect(out).toMatch(
      /help: name the file server of the tier of plm\.example\.com in tier.fileTransfer; only if files\.example\.com belongs to that tier, declare it: tier\.members: \{ plm\.example\.com: \[files\.example\.com\] \}; or state .*tier\.hosts/,
    );
    const before = textOf(folder);
    await check(folder, "--fix");
    expect(textOf(folder)).toBe(before);
  });

  test.each<[title: string, edits: readonly (readonly [string, string])[], expected: string, hosts?: readonly string[]]>([
    ["a line of its own before hosts", [], `  members: { plm.example.com: [files.example.com] }\n  ${HOSTS}\n`],
    [
      "members of another sign-in host stay",
      [[HOSTS, "members: { old.example.com: [a.example.com] }"]],
      "  members: { plm.example.com: [files.example.com], old.example.com: [a.example.com] }\n",
    ],
    [
      "further members of the same sign-in host stay",
      [[HOSTS, "members:\n    PLM.example.com: [a.example.com]"]],
      "  members:\n    PLM.example.com: [a.example.com, files.example.com]\n",
    ],
    ["an empty map is filled", [[HOSTS, "members: {}"]], "  members: { plm.example.com: [files.example.com] }\n"],
    [
      "several at once",
      [[UNKNOWN, 'fileTransfer: [ "https://files.example.com:4544", "https://more.example.com:4544" ]']],
      `  members: { plm.example.com: [files.example.com, more.example.com] }\n  ${HOSTS}\n`,
      ["files.example.com member", "more.example.com member"],
    ],
  ])("--fix-review writes %s", async (_, edits, expected, hosts = ["files.example.com member"]) => {
    const folder = repository(...edits);
    const fixed = await check(folder, "--fix-review");
    expect(textOf(folder)).toContain(expected);
    expect([fixed.code, fixed.findings, fixed.hosts]).toEqual([0, [], hosts]);
  });

  test("the rule offers no fix for members behind an alias or in a list with a comment", async () => {
    for (const members of [
      "members:\n    plm.example.com: [ # two\n      a.example.com ]",
      "members:\n    old.example.com: &a [a.example.com]\n    plm.example.com: *a",
    ]) {
      const { findings } = await check(repository([HOSTS, members]));
      expect(findings).toEqual([expect.objectContaining({ rule: "tier/half-switch", severity: "error", fix: null })]);
    }
  });

  test("--fix-review keeps the line ends of the file, and writes before the first field of a tier without hosts", async () => {
    const folder = repository([`\n  ${HOSTS}`, ""]);
    writeFileSync(join(folder, ENVIRONMENT), textOf(folder).replaceAll("\n", "\r\n"));
    await check(folder, "--fix-review");
    expect(textOf(folder)).toMatch(
      /\r\ntier:[^\r\n]*\r\n {2}members: \{ plm\.example\.com: \[files\.example\.com\] \}\r\n {2}\w/,
    );
    expect(textOf(folder)).not.toMatch(/[^\r]\n/);
  });
});
