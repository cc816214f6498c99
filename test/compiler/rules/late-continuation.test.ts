import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cli } from "../../support/host.ts";
import { temporaryFolder } from "../../support/repository.ts";

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
    ["an entry with a colon", ["TEAM_LIST=one,\\", "  two,\\", "NEXT_KEY:v"], 2],
    ["an entry with a colon and a blank", ["TEAM_LIST=one,\\", "NEXT_KEY : v"], 1],
    ["an entry with a blank", ["TEAM_LIST=one,\\", "  two,\\", "NEXT_KEY D\\:\\\\plm"], 2],
  ] as const)("%s", async (_, lines, line) => {
    const told = await found(...lines, "LAST=1");
    expect(told.map((one) => one.line)).toEqual([line]);
    expect(told[0]?.notes.join()).toMatch(/'?NEXT(?:_KEY)?'? does not exist/);
  });

  test.each([
    ["LicenseDir : 27000@lic.example.com", "LicenseDir"],
    ["LicenseDir 27000@lic.example.com", "LicenseDir"],
    ["Transport:http", "Transport"],
    ["Transport tccs", "Transport"],
    ["isPayloadRequired: false", "isPayloadRequired"],
  ])("a key of the connector in small letters: %s", async (entry, key) => {
    const told = await found("TEAM_LIST=one,\\", "  two,\\", entry, "LAST=1");
    expect(told.map(({ line, notes }) => [line, notes.join()])).toEqual([
      [2, expect.stringContaining(`'${key}' does not exist`)],
    ]);
  });

  test.each([
    ["of number signs", "# the licence server"],
    ["of exclamation marks", "! the licence server"],
    ["that takes an entry away", "# NEXT=v"],
    ["that goes on itself", "# see,\\"],
  ])("a comment %s", async (_, comment) => {
    const told = await found("TEAM_LIST=one,\\", "  two,\\", comment, "LAST=1");
    expect(told.map(({ line, notes }) => [line, notes.join()])).toEqual([
      [2, expect.stringContaining("reads the comment below as part of the value")],
    ]);
  });

  test.each([
    ["pairs with a colon", ["MAP=Item,\\", "Part:IMAN_specification,\\", "Block:Sub"]],
    [
      "elements that begin like a key of the connector",
      ["LIST=One,\\", "Transport Layer,\\", "Transport:Item,\\", "LicenseDirectory x"],
    ],
    ["capital elements", ["LIST=ITEM_ONE,\\", "ITEM_TWO,\\", "ITEM_THREE"]],
    ["capital elements with blanks at their ends", ["LIST=ITEM_ONE,\\", "ITEM_TWO ,\\", "ITEM_THREE "]],
    ["colours", ["LIST=#ff0000,\\", "#00ff00,\\", "#0000ff"]],
    ["an element that begins like a comment and is indented", ["LIST=one,\\", "  # two,\\", "  three"]],
    ["a comment below a list that ends", ["LIST=one,\\", "  two", "# NEXT=v"]],
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
