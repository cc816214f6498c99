import fc from "fast-check";
import { expect, test } from "vitest";
import { listChangesText } from "../../src/kernel/diagnostic/list-changes.ts";
import { inDeployScript, shellHere } from "./shell.ts";

const COMPARE = `
$answers = New-List
foreach ($asked in (ConvertFrom-JsonText ([System.IO.File]::ReadAllText("$Folder/input.json")) 'input')) { $answers.Add((Get-ListChange $asked['found'] $asked['expected'])) }
[Console]::Out.Write((Get-Utf8Text (ConvertTo-JsonBytes $answers) ''))
`;

interface Asked {
  readonly expected: string | null;
  readonly found: string | null;
}

const ELEMENTS = Array.from(
  { length: 54 },
  (_, i) => `Block.Element${i}|Real|Value Property ${i}|com.example.types.Type${i}|yes`,
);
const long = (list: readonly string[], separator = ","): string => list.join(separator);
const changed = (change: (list: string[]) => readonly string[], separator = ","): Asked => ({
  expected: long(ELEMENTS),
  found: long(change([...ELEMENTS]), separator),
});

/** A value over 54 physical lines, as a deploy meets it, and lists that are none. */
const GIVEN: readonly Asked[] = [
  changed((list) => list.with(3, "Block.Other|Real")),
  changed((list) => list.with(3, "x").with(40, "y")),
  changed((list) => list.toSpliced(10, 0, "Block.New|Real")),
  changed((list) => list.toSpliced(10, 2)),
  changed((list) => [list[1] ?? "", list[0] ?? "", ...list.slice(2)]),
  changed((list) => list.map((item) => `${item}!`)),
  changed((list) => list, ", "),
  changed((list) => list.map((item) => `\u00a0${item}\ufeff`)),
  changed((list) => list.map((item) => `\u0085${item}`)),
  changed((list) => list.with(0, "y".repeat(5000))),
  changed((list) => list.with(5, "soft\u00adhyphen").with(6, "zero\u200bwidth")),
  changed((list) => list.slice(0, 3)),
  { expected: "a,b,c,d,e", found: "a,b,c,d,f" },
  { expected: "x".repeat(400), found: "y".repeat(400) },
  { expected: null, found: long(ELEMENTS) },
  { expected: long(ELEMENTS), found: null },
  { expected: `${"a,".repeat(90)}A`, found: `${"a,".repeat(90)}a` },
  {
    expected: long(Array.from({ length: 600 }, (_, i) => `v${i}`)),
    found: long(Array.from({ length: 600 }, (_, i) => `v${(i * 7) % 600}`)),
  },
  {
    expected: long(Array.from({ length: 400 }, (_, i) => `v${i}`)),
    found: long(Array.from({ length: 400 }, (_, i) => `v${(i * 7) % 400}`)),
  },
];

const list = fc
  .array(fc.constantFrom("a", "b", "c", "d", " a", "e ", ""), { minLength: 80, maxLength: 120 })
  .map((items) => items.join(","));
const edited = fc
  .tuple(list, fc.array(fc.tuple(fc.nat(79), fc.nat(2), fc.constantFrom("a", "x", "b")), { minLength: 1, maxLength: 6 }))
  .map(([expected, edits]): Asked => {
    const items = expected.split(",");
    for (const [at, gone, item] of edits) items.splice(at, gone, ...(gone === 1 ? [item] : gone === 0 ? [item, item] : []));
    return { expected, found: items.join(",") };
  });

test("[A2, D3] deploy.ps1 shows a difference of long lists by the same elements in the same words as the built-in runner", {
  timeout: 120_000,
}, () => {
  const asked = [...GIVEN, ...fc.sample(edited, { numRuns: 60, seed: 21 })];
  const wanted = asked.map(({ expected, found }) => listChangesText(expected, found));
  expect(wanted.filter((text) => text !== null && /element \d/.test(text)).length).toBeGreaterThan(60);
  const shell = shellHere();
  const answers = JSON.parse(inDeployScript(shell, COMPARE, asked)) as readonly (string | null)[];
  expect(answers).toEqual(wanted);
});
