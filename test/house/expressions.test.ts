import { describe, expect, it } from "vitest";
import { slowText } from "../support/expressions/attacks.ts";
import { assignments, patternsOfPowerShell } from "../support/expressions/powershell.ts";
import { expressionsIn, patternsOfSchema, type Written } from "../support/expressions/sources.ts";
import { eachNth } from "../support/runs.ts";
import { below } from "./project.ts";

const judged = new Map<string, string | null>();

/** Returns the place of a slow expression with the text that shows it, or nothing. */
function judge({ path, line, source, flags, all }: Written): string[] {
  const key = `/${source}/${flags} ${all}`;
  if (!judged.has(key)) {
    const slow = slowText(source, flags, all);
    judged.set(key, slow && `/${source}/${flags} on ${slow.attack}: ${slow.why}`);
  }
  const found = judged.get(key);
  return found ? [`${path}:${line}: ${found}`] : [];
}

/** Returns the slow expressions with the texts that show them. */
const slowIn = (written: readonly Written[]): string[] => written.flatMap(judge);

describe("regular expressions take linear time", () => {
  it("every one of src/ does, on texts made of its own parts", () => {
    const written = below("src", /(?<!\.d)\.m?ts$/).flatMap((path) => expressionsIn(path));
    expect(written.length).toBeGreaterThan(1000);
    expect(slowIn(eachNth(8, written))).toEqual([]);
  }, 600_000);

  it("every one of deploy.ps1 does", () => {
    const parts = below("powershell/parts", /\.ps1$/);
    const named = assignments(parts);
    const written = parts.flatMap((path) => patternsOfPowerShell(path, named));
    expect(written.length).toBeGreaterThan(100);
    expect(slowIn(written)).toEqual([]);
  });

  it("every pattern of the schemas does", () => {
    const written = below("schemas", /\.json$/).flatMap(patternsOfSchema);
    expect(written.length).toBeGreaterThan(50);
    expect(slowIn(written)).toEqual([]);
  });
});

describe("the judgement of a regular expression", () => {
  const SLOW: readonly RegExp[] = [
    /\s+$/,
    /[\\/]+$/,
    /(a+)+b/,
    /^(a|a)*$/,
    /^(?:a|ab|b)*$/,
    /^(.*)=(.*)=$/,
    /^\s*\s*x/,
    /^\s*[\d.]*\s*[;,]?\s*url/,
    /^(.*?)x\1$/,
    /(["'])(.*?)\1\s*=\s*(["'])(.*?)\3/,
    /<!--[\s\S]*?-->/g,
    /\{(.*?)\}/,
    /%.*$/,
    /(?<=\s+)x/,
    /x(?=.*y)/g,
    /(?:a?){400}b/,
    /[\w.-]+@/,
    /([a-z]+\.)*[a-z]+\d/,
    /^(\w+\s?)*$/,
    /\d+(?:,\d+)*$/,
    /^[\s\S]*a[\s\S]*b$/,
    /\B(?=(\d{3})+$)/g,
    /[\w.]{0,200}[\w-]{0,200}:/,
    /(?:^|,)\s*([^,]*?)\s*x/,
    /a*?b|a/g,
    /^ +| +$/g,
    /^\s*(.*?)\s*$/,
    /^\s*([\w.$-]+)\s*[:=]\s*(\S.*?)\s*$/,
    /^(\S+)\s+(.*)$/,
    /^(?:\p{L}+ ?)+$/u,
    /^((?:[^\S\n]|-)*):(?=-*:)/gm,
  ];
  const LINEAR: readonly RegExp[] = [
    /#.*$/m,
    /^a*$/,
    /^\s+/,
    /^[^=]*=.*$/s,
    /^\s*x/,
    /x\s*y/,
    /<!--/g,
    /"(?:[^"\\]|\\.)*"/y,
    /(?<!\s)\s+/g,
    /(?<![\\/])[\\/]{1,3}$/,
    /\$\{[^${}]*\}/g,
    /^[a-z]+(?:-[a-z]+)*$/,
    /\b\w{1,20}\b/g,
    /^(?:[a-z]|[0-9])*$/,
    /[ \t]*\r?\n/y,
    /^[A-Za-z_][\w.-]{0,63}$/,
    /^\d{4}-\d\d-\d\d$/,
    /\n/g,
    /[?#].*$/s,
    /\{+([^{}]*)\}+|[{}]+/g,
    /^([A-Za-z]):[\\/]*(.*)$/s,
    /(?:con|prn|aux)(?:\.|$)/i,
    /^(?=.*x)[\s\S]/,
    /[^\x20-\x7e]/g,
    /\s{0,8}=\s{0,8}/g,
    /^\p{Lu}\p{Ll}*$/u,
  ];

  it.each(SLOW)("finds %s slow", (pattern) => {
    expect(slowText(pattern.source, pattern.flags)).not.toBeNull();
  });

  it.each(LINEAR)("finds %s linear", (pattern) => {
    expect(slowText(pattern.source, pattern.flags)).toBeNull();
  });

  it("names the text, so that it can be tried", () => {
    expect(slowText("^a\\s+$", "")).toBeNull();
    expect(slowText("\\s+$", "")?.attack).toMatch(/^" " × n \+ "."$/);
    expect(slowText("k=(?:x+)+;", "")?.attack).toBe('"k=" + "x" × n');
  });

  it("takes a sticky expression as its callers do: not searched for", () => {
    expect(slowText("[a-z]+:", "y")).toBeNull();
    expect(slowText("[a-z]+:", "g")).not.toBeNull();
  });

  it("sees what is split by an expression, and what a constructor is given", () => {
    const text =
      "const PART = `[a-z]`;\nexport const split = (x: string) => x.split(/;/);\nexport const made = new RegExp(`${PART}+$`, 'i');\n";
    expect(expressionsIn("src/made-up.ts", text)).toEqual([
      { path: "src/made-up.ts", line: 2, source: ";", flags: "", all: true },
      { path: "src/made-up.ts", line: 3, source: "[a-z]+$", flags: "i", all: false },
    ]);
  });

  it("refuses an expression whose parts nobody declares", () => {
    const text = "export const made = (part: string) => new RegExp(`^${part}$`);\n";
    expect(() => expressionsIn("src/made-up.ts", text)).toThrow("samples.ts declares no sample of 'part'");
  });
});
