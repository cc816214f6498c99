import { expect, test } from "vitest";
import { PropertiesDocument } from "../../src/kernel/formats/properties/document.ts";
import type { PropertyChange } from "../../src/kernel/formats/properties/types.ts";
import { inDeployScript, shellHere } from "./shell.ts";

const PIECES = [
  ...[
    "a",
    "B",
    "key",
    "=",
    ":",
    " ",
    "\t",
    "\f",
    "\\",
    "\\\\",
    "\\n",
    "\\u0041",
    "\\u00",
    "\\:",
    "\\=",
    "\\#",
    "#",
    "!",
    "\n",
    "\r\n",
    "\r",
  ],
  ...[
    "\\\n",
    "\\\r\n",
    "\\\r",
    ",",
    ",",
    ",\\\n   ",
    "https://h:1",
    "\xe4",
    "\xff",
    "\x85",
    "c:\\x",
    "\\ ",
    "1",
    "\\z",
    "|",
    ";",
    "",
  ],
];
const KEYS = ["a", "B", "key", "NEW KEY", "x:y", "#z", "", "a=", "\u20ac"];
const VALUES = [
  "",
  "a",
  "https://h:1/x",
  " lead",
  "trail ",
  "a,b,c",
  "x=y",
  "\\back",
  "\u00e4\u20ac\ud83d\ude00",
  "a\nb",
  "#c",
  "=s",
  ":",
  ",",
  null,
];

interface Change {
  readonly key: string;
  readonly value: string | null;
}

interface Case {
  readonly bytes: string;
  /** Keys and decoded values; null where Java cannot load the file. */
  readonly entries: readonly (readonly [string, string])[] | null;
  readonly changes: readonly Change[];
  /** Base64 of the edited file; null where the edit is refused. */
  readonly edited: string | null;
}

const asChange = ({ key, value }: Change): PropertyChange => (value === null ? { key, remove: true } : { key, value });

function editedBy(document: PropertiesDocument, changes: readonly Change[]): string | null {
  try {
    return document.edit(changes.map(asChange)).bytes().toString("base64");
  } catch {
    return null;
  }
}

/** Files and edits that are the same on every run, and what the TypeScript codec makes of them. */
function cases(count: number): Case[] {
  let seed = 20261121;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return (seed >>> 8) % below;
  };
  const pick = <T>(items: readonly T[]): T => items[random(items.length)] as T;
  return Array.from({ length: count }, () => {
    const bytes = Buffer.from(Array.from({ length: 1 + random(24) }, () => pick(PIECES)).join(""), "latin1");
    const document = PropertiesDocument.parse(bytes);
    const { entries, map, error } = document.load();
    const changes = Array.from({ length: 1 + random(3) }, (): Change => {
      const key = entries.length > 0 && random(3) > 0 ? pick(entries).key : pick(KEYS);
      const old = map.get(key)?.value ?? "";
      const cut = random(old.length + 1);
      const value =
        random(2) > 0 ? pick(VALUES) : old.slice(0, cut) + pick(["", "X", ",q", "=", "\u00e9", " "]) + old.slice(cut + random(3));
      return { key, value };
    });
    return {
      bytes: bytes.toString("base64"),
      entries: error ? null : entries.map(({ key, value }) => [key, value] as const),
      changes,
      edited: error ? null : editedBy(document, changes),
    };
  });
}

const COMPARE = `
$results = New-List
foreach ($case in (ConvertFrom-JsonText ([System.IO.File]::ReadAllText("$Folder/input.json")) 'input')) {
  $text = Get-Latin1Text ([Convert]::FromBase64String($case['bytes']))
  $entries = $null; $edited = $null
  try { $entries = @(foreach ($entry in (Get-PropertyEntry $text)) { , @($entry.key, $entry.value) }) } catch [System.FormatException] { $entries = $null }
  $changes = @(foreach ($change in $case['changes']) { @{ key = $change['key']; value = $change['value'] } })
  try { $edited = [Convert]::ToBase64String((Get-Latin1Bytes (Edit-PropertyText $text $changes))) } catch [System.FormatException] { $edited = $null }
  $results.Add([ordered]@{ entries = $entries; edited = $edited })
}
$bytes = ConvertTo-JsonBytes $results.ToArray()
[Console]::Out.Write([System.Text.Encoding]::ASCII.GetString([System.Text.Encoding]::ASCII.GetBytes([Convert]::ToBase64String($bytes))))
`;

test("[D3] deploy.ps1 reads and edits generated properties files as the TypeScript codec does, byte for byte", {
  timeout: 120_000,
}, () => {
  const given = cases(600);
  expect(given.filter((item) => item.entries === null).length).toBeGreaterThan(10);
  expect(given.filter((item) => item.edited !== null).length).toBeGreaterThan(300);
  const shell = shellHere();
  const answer = JSON.parse(Buffer.from(inDeployScript(shell, COMPARE, given), "base64").toString("utf8")) as Pick<
    Case,
    "entries" | "edited"
  >[];
  const differing = given.flatMap(({ entries, edited, ...item }, i) =>
    JSON.stringify(answer[i]) === JSON.stringify({ entries, edited })
      ? []
      : [{ ...item, wanted: { entries, edited }, got: answer[i] }],
  );
  expect(differing.slice(0, 3)).toEqual([]);
});
