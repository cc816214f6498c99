import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cli } from "../support/host.ts";
import { temporaryFolder } from "../support/repository.ts";

interface Told {
  readonly rule: string;
  readonly line: number;
  readonly notes: readonly string[];
}

async function found(...lines: readonly string[]): Promise<readonly Told[]> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "a.properties"), `${lines.join("\n")}\n`);
  const { out } = await cli(["properties", "lint", "a.properties", "--format", "json"], { cwd: folder });
  const { findings } = JSON.parse(out) as { readonly findings: readonly Told[] };
  return findings.filter(({ rule }) => rule === "conf/broken-continuation");
}

describe("[A2] a list whose last line still joins the next entry", () => {
  test.each([
    ["an indented list", ["TEAM_LIST=one,\\", "  two,\\", "NEXT=v"], 2],
    ["a list in the first column", ["TEAM_LIST=one,\\", "two,\\", "NEXT = v"], 2],
    ["a list of one line", ["TEAM_LIST=one;\\", "NEXT=v"], 1],
    ["indented elements with a sign", ["MAP=\\", "  a=1,\\", "  b=2,\\", "NEXT=v"], 3],
    ["an address with a query", ["BOOTSTRAP_URLS=https://a.example.com/awc?ah=true,\\", "NEXT=v"], 1],
    ["an entry that goes on itself", ["TEAM_LIST=one,\\", "NEXT=v,\\", "  w"], 1],
    ["blanks before the backslash", ["TEAM_LIST=one,  \\", "NEXT=v"], 1],
  ] as const)("%s", async (_, lines, line) => {
    const told = await found(...lines, "LAST=1");
    expect(told.map((one) => one.line)).toEqual([line]);
    expect(told[0]?.notes.join()).toMatch(/'?NEXT'? does not exist/);
  });

  test.each([
    ["elements with a sign in the first column", ["MAP=a=1,\\", "b=2,\\", "c=3"]],
    ["an element with a sign that is indented", ["MAP=one,\\", "  NEXT=v"]],
    ["an address as an element", ["BOOTSTRAP_URLS=https://a.example.com/awc,\\", "https://b.example.com/awc?ah=true"]],
    ["a text that goes on without a list's sign", ["TEXT=see\\", "NEXT=v"]],
    ["a list that ends", ["TEAM_LIST=one,\\", "two", "NEXT=v"]],
    ["two backslashes", ["TEAM_LIST=one,\\\\", "NEXT=v"]],
  ] as const)("silent: %s", async (_, lines) => {
    expect(await found(...lines, "LAST=1")).toEqual([]);
  });

  test("the fix ends the value and gives the next entry back", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "a.properties"), "TEAM_LIST=one,\\\n  two,\\\nNEXT=v\n");
    await cli(["properties", "lint", "a.properties", "--fix-review"], { cwd: folder });
    const { out } = await cli(["properties", "list", "a.properties"], { cwd: folder });
    expect(out).toMatch(/TEAM_LIST +one,two\n.*NEXT +v\n/);
  });
});
