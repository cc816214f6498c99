import fc from "fast-check";
import { expect, test } from "vitest";
import { patternFault, statedTexts } from "../../src/kernel/formats/pattern/pattern.ts";
import { FOUND, HOSTILE, pattern, REFUSED, text } from "../kernel/formats/pattern/patterns.ts";
import { inDeployScript, shellHere } from "./shell.ts";

/** For each pattern: why it cannot be used, or what it states of the text. */
const FIND = `
$answers = New-List
foreach ($asked in (ConvertFrom-JsonText ([System.IO.File]::ReadAllText("$Folder/input.json")) 'input')) {
  $fault = Get-PatternFault $asked['pattern']
  $stated = @()
  if ($null -eq $fault) { $stated = @(Get-StatedText $asked['pattern'] $asked['text']) }
  $answers.Add([ordered]@{ fault = $fault; stated = $stated })
}
[Console]::Out.Write((Get-Utf8Text (ConvertTo-JsonBytes $answers) ''))
`;

const COMMENTS = "schema.version=3\r\nversion=2024x\n#version=1\n ! version=2\nREM version=4\nset version= 3 \n";
const XML = "\u00ef\u00bb\u00bf <a>\n<!-- version=1\nversion=2 -->version=5\n<!-- version=4";

const broken = fc.string({ unit: fc.constantFrom(..."ab()[]{}|*+?^$\\-.,12d "), maxLength: 12 });

test("[D7] deploy.ps1 refuses the patterns that the built-in runner refuses, in its words, and finds what it finds", {
  timeout: 120_000,
}, () => {
  const asked = [
    ...REFUSED.map(([pattern]) => ({ pattern, text: "" })),
    ...FOUND.map(([pattern, text]) => ({ pattern, text })),
    ...HOSTILE.map(([pattern, part]) => ({ pattern, text: part.repeat(65_536 / part.length) })),
    { pattern: "version=(.*)", text: COMMENTS },
    { pattern: "version=(.*)", text: XML },
    ...fc.sample(fc.record({ pattern, text }), { numRuns: 500, seed: 17 }),
    ...fc.sample(fc.record({ pattern: broken, text }), { numRuns: 300, seed: 18 }),
  ];
  const wanted = asked.map(({ pattern, text }) => {
    const fault = patternFault(pattern);
    return { pattern, text, fault, stated: fault === null ? statedTexts(pattern, text) : [] };
  });
  const answers = JSON.parse(inDeployScript(shellHere(), FIND, asked)) as readonly { fault: string | null; stated: string[] }[];
  expect(answers.map((answer, i) => ({ ...asked[i], ...answer }))).toEqual(wanted);
});
