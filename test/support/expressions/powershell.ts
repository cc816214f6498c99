import { read } from "../../house/project.ts";
import type { Written } from "./sources.ts";

/** A string of PowerShell: in single quotes, or in double ones without a variable in it. */
const STRING = /'(?:[^']|'')*'|"(?:[^"`]|`.|"")*"/;
const TERM = new RegExp(String.raw`\s*(?:((?:${STRING.source})(?:\s*\+\s*(?:${STRING.source}))*)|(\$(?:script:)?\w+))`, "y");

/** Variables that are given a pattern elsewhere: the variable that holds it, or the strings that callers give. */
const GIVEN: Readonly<Record<string, string | readonly string[]>> = {
  // a pattern of a schema: the test of the schemas holds each of them
  $pattern: ["^[a-z]+\\z"],
  $Hashed: ["\\.mdzip", "\\.xml\\z"],
  // a pattern of site.yaml: held to a form of its own when it is read, and to a time when it is used
  $net: ["^[0-9]+"],
};

/** Where a pattern follows: an operator, a static method behind its first argument, or the class' constructor. */
const OPERATOR = /(?<=[\s)])-([ci]?)(?:not)?(?:match|replace|split)(?=\s)/gi;
const CONSTRUCTOR = /New-Object System\.Text\.RegularExpressions\.Regex(?:\s*\(\s*|\s+)(?=['"$])/g;
const METHOD = /\[regex\]::(?:IsMatch|Match|Matches|Replace|Split)\(/g;

/** The values of strings that are named or built in place; what stands in `"$(...)"` becomes a sample. */
function valueOf(term: string): string {
  let value = "";
  for (const [string] of term.matchAll(new RegExp(STRING.source, "g"))) {
    const inner = string.slice(1, -1);
    value += string.startsWith("'")
      ? inner.replaceAll("''", "'")
      : inner
          .replaceAll('""', '"')
          .replace(/`(.)/g, (_, c: string) => ({ n: "\n", r: "\r", t: "\t" })[c] ?? c)
          .replace(/\$\([^)]*\)/g, ",")
          .replace(/\$\{\w+\}/g, "1000");
  }
  return value;
}

/** Returns where the first argument of a call ends: behind the comma that no bracket or quote encloses. */
function secondArgument(text: string, start: number): number {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    const c = text[i] as string;
    if (c === "'" || c === '"') i = text.indexOf(c, i + 1);
    else if ("([{".includes(c)) depth++;
    else if (")]}".includes(c)) depth--;
    else if (c === "," && depth === 0) return i + 1;
  }
  return text.length;
}

/** Writes a pattern of .NET as JavaScript has it; both try its parts in the same order. */
export function fromNet(pattern: string, ignoreCase: boolean): { source: string; flags: string } {
  let flags = ignoreCase ? "i" : "";
  if (/\(\?[ims]*i/.test(pattern)) flags = "i";
  const lines = /\(\?[is]*m/.test(pattern);
  if (pattern.includes("\\G")) flags += "y";
  const names = new Set<string>();
  // of .NET's lines the line feed alone is an end
  const start = lines ? "(?<![^\\n])" : "^";
  const source = pattern
    .replace(/\(\?[ims]+\)/g, "")
    .replace(/\(\?[ims]+:/g, "(?:")
    .replaceAll("\\G", "")
    .replace(/(?<![\\[])\^/g, start)
    .replaceAll("\\A", "^")
    .replaceAll("\\z", "(?![^])")
    .replaceAll("\\p{Pd}", "\\u2010-\\u2015-")
    // JavaScript of Node 20 has a group's name but once
    .replace(/\(\?<(\w+)>/g, (group, name: string) => (names.has(name) ? "(" : names.add(name) && group));
  return { source, flags };
}

function given(variable: string, named: (variable: string) => readonly string[]): readonly string[] {
  const other = GIVEN[variable];
  return typeof other === "string" ? named(other) : (other ?? named(variable));
}

/** Returns every pattern of a part of deploy.ps1, in JavaScript's spelling. A variable stands for every string that any part gives it. */
export function patternsOfPowerShell(path: string, named: (variable: string) => readonly string[]): Written[] {
  const text = read(path).replace(/^\s*#.*$/gm, (comment) => comment.replace(/[^\n]/g, " "));
  const found: Written[] = [];
  const take = (at: number, ignoreCase: boolean, all: boolean): void => {
    TERM.lastIndex = at;
    const term = TERM.exec(text);
    const line = text.slice(0, at).split("\n").length;
    const strings = term?.[1] ? [valueOf(term[1])] : term?.[2] ? given(term[2], named) : [];
    if (strings.length === 0)
      throw new Error(`${path}:${line}: cannot tell the pattern in ${JSON.stringify(text.slice(at, at + 60))}`);
    for (const string of strings) found.push({ path, line, ...fromNet(string, ignoreCase), all });
  };
  for (const match of text.matchAll(OPERATOR))
    take(match.index + match[0].length, match[1]?.toLowerCase() !== "c", /replace|split/i.test(match[0]));
  for (const match of text.matchAll(CONSTRUCTOR)) take(match.index + match[0].length, false, true);
  for (const match of text.matchAll(METHOD))
    take(secondArgument(text, match.index + match[0].length), false, !/::(?:IsMatch|Match)\(/.test(match[0]));
  return found;
}

/** Returns the strings that any of the parts assigns to a variable or gives it as a list. */
export function assignments(parts: readonly string[]): (variable: string) => readonly string[] {
  const text = parts.map(read).join("\n");
  return (variable) => {
    const name = variable.replace(/[$]/g, "\\$");
    const values: string[] = [];
    for (const match of text.matchAll(new RegExp(`${name} = (@\\(\\s*)?`, "g"))) {
      const rest = text.slice(match.index + match[0].length);
      const list = match[1] ? rest.slice(0, rest.search(/^\s*\)$/m)) : rest.slice(0, rest.indexOf("\n"));
      values.push(
        ...[...list.replace(/^\s*#.*$/gm, "").matchAll(new RegExp(STRING.source, "g"))].map(([string]) => valueOf(string)),
      );
    }
    return values;
  };
}
