import { expect, test } from "vitest";
import { NAMES } from "../kernel/archive/hostile-names.ts";
import { bundleOf, manifestOf, settingsManifest } from "../deploy/bundle/support.ts";
import { inDeployScript, shellHere } from "./shell.ts";

/** Opens each archive as deploy.ps1 does and says its exit code; 0 where it would go on. Names are judged even where there is no manifest. */
const OPEN = `
$codes = New-List
$number = 0
foreach ($archive in (ConvertFrom-JsonText ([System.IO.File]::ReadAllText("$Folder/input.json")) 'input')) {
  $number++
  $path = "$Folder/$number.zip"
  [System.IO.File]::WriteAllBytes($path, [Convert]::FromBase64String($archive['bytes']))
  $code = 0
  try {
    if ($archive['names']) { $zip = Open-Zip $path; try { Test-NameSet @(foreach ($entry in $zip.entries) { $entry.name }) } finally { $zip.stream.Dispose() } }
    else { Close-Bundle (Open-Bundle $path) }
  }
  catch { $code = Get-FaultCode (Get-Fault $_) 4 }
  $codes.Add($code)
}
[Console]::Out.Write([string]::Join(',', $codes.ToArray()))
`;

interface Archive {
  readonly title: string;
  readonly bytes: Buffer;
  /** Judged by its names alone. */
  readonly names: boolean;
  readonly code: number;
}

/** A good bundle with one byte turned over, for every fifth byte. */
function damaged(good: Buffer): Archive[] {
  return Array.from({ length: Math.floor(good.length / 5) }, (_, i) => {
    const bytes = Buffer.from(good);
    bytes[i * 5] = (bytes[i * 5] ?? 0) ^ 0x41;
    return { title: `byte ${i * 5} turned over`, bytes, names: false, code: 10 };
  });
}

function archives(): Archive[] {
  const good = bundleOf(manifestOf());
  const settings = bundleOf(settingsManifest());
  return [
    { title: "a swap bundle", bytes: good, names: false, code: 0 },
    { title: "a settings bundle", bytes: settings, names: false, code: 0 },
    { title: "an empty file", bytes: Buffer.alloc(0), names: false, code: 10 },
    { title: "a bundle without its last byte", bytes: good.subarray(0, -1), names: false, code: 10 },
    { title: "a bundle with a byte more", bytes: Buffer.concat([good, Buffer.from("x")]), names: false, code: 10 },
    ...damaged(good),
    ...NAMES.map(([title, bytes]) => ({ title, bytes, names: true, code: 10 })),
  ];
}

test("[D2] deploy.ps1 opens good bundles, and refuses each damaged one and each hostile name", { timeout: 120_000 }, () => {
  const given = archives();
  expect(given.length).toBeGreaterThan(300);
  const shell = shellHere();
  const input = given.map(({ bytes, names }) => ({ bytes: bytes.toString("base64"), names }));
  const codes = inDeployScript(shell, OPEN, input).split(",").map(Number);
  const wrong = given.flatMap(({ title, code }, i) =>
    codes[i] === code ? [] : [`${title}: exit code ${codes[i]}, expected ${code}`],
  );
  expect(wrong).toEqual([]);
});
