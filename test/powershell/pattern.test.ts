import fc from "fast-check";
import { expect, test } from "vitest";
import { groupsOf, patternFault, statedTexts } from "../../src/kernel/formats/pattern/pattern.ts";
import { inDeployScript, shellHere } from "./shell.ts";

/** For each pattern: why it cannot be used, or what its first group finds. */
const FIND = `
$answers = New-List
foreach ($asked in (ConvertFrom-JsonText ([System.IO.File]::ReadAllText("$Folder/input.json")) 'input')) {
  $fault = Get-PatternFault $asked['pattern']
  $found = $null; $stated = @()
  if ($null -eq $fault) {
    $match = (New-Object System.Text.RegularExpressions.Regex (ConvertTo-NetPattern $asked['pattern'])).Match($asked['text'])
    if ($match.Success -and $match.Groups[1].Success) { $found = $match.Groups[1].Value }
    $stated = @(Get-StatedText $asked['pattern'] $asked['text'])
  }
  $answers.Add([ordered]@{ fault = $fault; found = $found; stated = $stated })
}
[Console]::Out.Write((Get-Utf8Text (ConvertTo-JsonBytes $answers) ''))
`;

const REFUSED = [
  ...["version", "(?=a)(b)", "(?<n>a)", "(a)\\1", "(a)\\0", "(a", "a)", "([a", "(z-a])[b-a]", "*(a)", "(a)**", "(a)+{2}"],
  ...["(a){1000}", "(a){12345678}", "(a){3,2}", "(a{100}){100}", "(a)\\", "(a)\\p{L}", "([\\b])", "([a-z-[b]])", "([a-\\d])"],
  ...["([\\x41-\\x5a])", "([\\w-.])", "(?i)(a)", "((a){99}){99}(b)", "({)", "(a{)", "(?:a)", "(a)|*", "(a)\\cA", "(a)\\k<x>"],
  ...[
    "(a+?{2})",
    "((a*)*){50}{2}",
    `(${"a".repeat(600)})`,
    `${"(".repeat(100)}${")".repeat(100)}`,
    `(${"(?:a{9}){9}".repeat(30)})`,
  ],
];

const FOUND: readonly (readonly [string, string])[] = [
  ["^version=(.+)$", "a=1\nversion=2024x Refresh3\nb=2"],
  ['version\\s*[:=]\\s*"?([^"\\r\\n]*)"?', 'x version : "2024x R3"'],
  ["(?:Cameo|Magic) (\\d{4}x)(?: (Refresh\\d))?", "Magic 2024x Refresh3"],
  ["^(a|ab)(c|bcd)(d*)$", "abcd"],
  ["(\\d{2,4}?)", "12345"],
  ["([^]x])", "]xy"],
  ["([]x]+)", "a]x]y"],
  ["(\\x41|\\u0042)", "zB"],
  ["x(y)?z", "xz"],
  ["(\\w+)", "\u00e4\u00b2_a9"],
  ["(\\s+)x", "\u0085\u00a0 \tx"],
  ["(\\S+)", "\u00a0\u0085b"],
  ["(\\W)", "a\u00e4"],
  ["(\\D)", "1\u00b2"],
  ["([\\d.-]+)", "a1.2-3"],
  ["(.)$", "ab\r\ncd"],
  ["([a-])", "-"],
  ["(\\$\\^\\.\\*)", "$^.*"],
  ["version=(.*)", "schema.version=3\r\nversion=2024x\n#version=1\n ! version=2\nREM version=4\nset version= 3 \n"],
  ["version=(.*)", "\u00ef\u00bb\u00bf <a>\n<!-- version=1\nversion=2 -->version=5\n<!-- version=4"],
];

const atom = fc.constantFrom(
  ...["a", "b", ".", "[ab]", "[^a]", "\\d", "\\s", "\\W", "(?:a|b)", "(?:ab|b)", "^", "$", "1", " ", "[\\w-]", "\\x61"],
);
const quantity = fc.constantFrom("", "", "", "*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{0,2}?", "{1,}");
const piece = fc.tuple(atom, quantity).map(([a, q]) => (/[$^]/.test(a) ? a : a + q));
const some = (minLength: number) => fc.array(piece, { minLength, maxLength: 3 }).map((list) => list.join(""));
const expression = fc.tuple(some(0), some(1), some(0)).map(([a, b, c]) => `${a}(${b})${c}`);
const broken = fc
  .string({ unit: fc.constantFrom(..."ab()[]{}|*+?^$\\-,12d "), minLength: 1, maxLength: 12 })
  .map((s) => `(a)${s}`);
const text = fc.string({ unit: fc.constantFrom(..."ab1 \n\r\u00e4"), maxLength: 12 });

test("[D7] deploy.ps1 refuses the patterns that the built-in runner refuses, in its words, and finds what it finds", {
  timeout: 120_000,
}, () => {
  const asked = [
    ...REFUSED.map((pattern) => ({ pattern, text: "" })),
    ...FOUND.map(([pattern, text]) => ({ pattern, text })),
    ...fc.sample(fc.record({ pattern: expression, text }), { numRuns: 500, seed: 17 }),
    ...fc.sample(fc.record({ pattern: broken, text }), { numRuns: 200, seed: 18 }),
  ];
  const wanted = asked.map(({ pattern, text }) => {
    const fault = patternFault(pattern);
    return {
      pattern,
      text,
      fault,
      found: fault === null ? (groupsOf(pattern, text)[0] ?? null) : null,
      stated: fault === null ? statedTexts(pattern, text) : [],
    };
  });
  expect(wanted.slice(0, REFUSED.length).filter(({ fault }) => fault === null)).toEqual([]);
  expect(wanted.slice(REFUSED.length, REFUSED.length + FOUND.length).filter(({ fault }) => fault !== null)).toEqual([]);
  const shell = shellHere();
  const answers = JSON.parse(inDeployScript(shell, FIND, asked)) as readonly {
    fault: string | null;
    found: string | null;
    stated: string[];
  }[];
  expect(answers.map((answer, i) => ({ ...asked[i], ...answer })).filter((answer, i) => !same(answer, wanted[i]))).toEqual([]);
  expect(answers).toHaveLength(asked.length);
});

const same = (a: object, b: object | undefined): boolean =>
  JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b ?? {}).sort());
