import { expect, test } from "vitest";
import { COMMANDS } from "../../src/cli/registry.ts";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./project.ts";

/* A command that is printed is made by `shellCommand`, which quotes what was found; no template puts a name into a command by itself. */

const FAMILIES = [...new Set(COMMANDS.map(({ name }) => name.split(" ")[0] ?? ""))].join("|");
const PROGRAMS = [
  `tierwright (?:${FAMILIES})(?=[ "]|$)`,
  String.raw`deploy\.ps1 -`,
  "npx ",
  "npm (?:install|i|ci|exec) ",
  "git (?:add|checkout|clone|commit|config|fetch|lfs|log|push|rm|show|status) ",
  "curl ",
  "docker [a-z]+ ",
  'keytool"? -',
  "openssl ",
  "sha256sum ",
  "unzip ",
  "powershell -",
  "Get-FileHash ",
];
/** A program, words of its own, and then what was found. */
const BEFORE = new RegExp(String.raw`(?:^|[\s\`'"(;:])(?:${PROGRAMS.join("|")})(?![^\n]*: )[^\n\`;']*$`);

interface Interpolation {
  readonly tag: string;
  readonly before: string;
  readonly line: number;
  readonly value: string;
}

/** Every `${}` of the templates of a file, with what stands before it in its template. A linear scan: strings, comments and nested templates are known. */
function interpolations(text: string): readonly Interpolation[] {
  const found: Interpolation[] = [];
  const stack: { tag: string; literal: string; depth: number; at: number }[] = [];
  let inTemplate = false;
  let line = 1;
  for (let i = 0; i < text.length; i++) {
    const c = text[i] as string;
    if (c === "\n") line++;
    const top = stack.at(-1);
    if (inTemplate && top) {
      if (c === "\\") {
        top.literal += text[i + 1] ?? "";
        i++;
      } else if (c === "`") {
        stack.pop();
        inTemplate = false;
      } else if (c === "$" && text[i + 1] === "{") {
        const end = text.indexOf("}", i);
        found.push({ tag: top.tag, before: top.literal, line, value: text.slice(i + 2, end) });
        top.literal += "\u0001";
        top.depth = 1;
        inTemplate = false;
        i++;
      } else top.literal += c;
    } else if (c === "`") {
      stack.push({ tag: /[\w$]*$/.exec(text.slice(Math.max(0, i - 40), i))?.[0] ?? "", literal: "", depth: 0, at: i });
      inTemplate = true;
    } else if (c === '"' || c === "'") {
      const end = new RegExp(`${c}(?:[^${c}\\\\\\n]|\\\\.)*${c}`, "y");
      end.lastIndex = i;
      const whole = end.exec(text)?.[0];
      if (whole) i += whole.length - 1;
    } else if (c === "/" && (text[i + 1] === "/" || text[i + 1] === "*")) {
      const to = text[i + 1] === "/" ? text.indexOf("\n", i) : text.indexOf("*/", i) + 1;
      line += text.slice(i, to).split("\n").length - 1;
      i = to - (text[to] === "\n" ? 1 : 0);
    } else if (c === "/" && /[(,=:[!&|?{};\n>] *$|return $/.test(text.slice(Math.max(0, i - 8), i))) {
      // a regular expression
      let end = i + 1;
      for (let inClass = false; end < text.length && (inClass || text[end] !== "/"); end++) {
        if (text[end] === "\\") end++;
        else if (text[end] === "[") inClass = true;
        else if (text[end] === "]") inClass = false;
      }
      i = end;
    } else if (top && !inTemplate) {
      if (c === "{") top.depth++;
      if (c === "}" && --top.depth === 0) inTemplate = true;
    }
  }
  return found;
}

/** Our own words, or what was made safe for a shell before: each with its reason. */
const ALLOWED: readonly (readonly [file: string, value: RegExp, why: string])[] = [
  [
    "src/compiler/sso/trust-steps.ts",
    /./,
    "every character but those of an address is percent-escaped (shellSafe), and the alias is made of letters, digits, '.' and '-'",
  ],
  ["src/cli/help.ts", /^entries\[0\]/, "the name of a command of our own"],
  ["src/cli/commands/help/help.ts", /^(?:word|known)$/, "the name of a command, a page or a recipe of our own"],
  ["src/cli/topics.ts", /^name$/, "the name of a page of our own"],
  ["src/report/command/parse.ts", /^first$/, "the name of a family of our own commands"],
  ["src/report/sarif/rules.ts", /^id$/, "the id of a rule of our own"],
];

const sources = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })
  .map((path) => `src/${path.replaceAll("\\", "/")}`)
  .filter((path) => path.endsWith(".ts") && !path.includes("generated"));

function faults(path: string, text: string): readonly string[] {
  const templates = interpolations(text)
    .filter(({ tag, before }) => tag !== "shellCommand" && BEFORE.test(before))
    .filter(({ value }) => !/^printedCommand\(|^plain\(\[shellCommand|^commandInSentence\(/.test(value.trim()))
    .filter(({ value }) => !ALLOWED.some(([file, allowed]) => file === path && allowed.test(value)))
    .map(({ line, before, value }) => `${path}:${line}: ${before.slice(-60)}\${${value}}`);
  const joined = [...text.matchAll(new RegExp(String.raw`"(?:${PROGRAMS.join("|")})[^"\n]*"(?:, ?[^\n]*\]\.join\(| \+)`, "g"))];
  return [...templates, ...joined.map(([found]) => `${path}: ${found}`)];
}

test("no source puts a name into a command that is printed, but by shellCommand", () => {
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.flatMap((path) => faults(path, readFileSync(join(ROOT, path), "utf8")))).toEqual([]);
});

test.each([
  "say`\\`tierwright deploy ${name(back)}\\` takes it back`",
  "const next = `next: tierwright check -C ${visible(shown)}, then`;",
  "`git rm -r --cached ${path}`",
  "`deploy.ps1 -Bundle ${file}`",
  '["tierwright deploy", quoted(bundle)].join(" ")',
  '"tierwright deploy " + file',
  "`${a} and ${`tierwright why ${b}`}`",
])("the search finds %s", (text) => {
  expect(faults("src/x.ts", text)).toHaveLength(1);
});

test.each([
  "shellCommand`tierwright deploy ${file}`",
  "`\\`tierwright check\\` says why ${name} is not read`",
  "`tierwright ${VERSION}`",
])("and not %s", (text) => {
  expect(faults("src/x.ts", text)).toEqual([]);
});

test("what is allowed is used", () => {
  const unused = ALLOWED.filter(([file, value]) => {
    const all = interpolations(readFileSync(join(ROOT, file), "utf8"));
    return !all.some((one) => BEFORE.test(one.before) && value.test(one.value));
  });
  expect(unused.map(([file]) => file)).toEqual([]);
});

/** PowerShell's parts: a variable inside of a command that is printed. */
test("deploy.ps1 puts a name into a command by Format-Command alone, and places by Format-Place", () => {
  const parts = readdirSync(join(ROOT, "powershell/parts"));
  const lines = parts.flatMap((part) =>
    readFileSync(join(ROOT, "powershell/parts", part), "utf8")
      .split("\n")
      .flatMap((line, i) => (line.trimStart().startsWith("#") ? [] : [{ at: `${part}:${i + 1}`, line }])),
  );
  const bad = lines.filter(({ line }) =>
    new RegExp(
      `(?<!Format-Command ')(?:tierwright (?:${FAMILIES})|deploy\\.ps1 -)[^\`;.]*\\$(?!\\(Format-(?:Command|Place))`,
    ).test(line),
  );
  expect(bad.map(({ at, line }) => `${at}: ${line.trim()}`)).toEqual([]);
});
