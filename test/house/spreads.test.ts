import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** A call that is given every element of a list as an argument of its own: the stack ends at about a hundred thousand. */
const SPREAD = /\.\.\.[\w.]+\.split\(|\b(?:push|unshift|splice|concat|max|min|fromCharCode|fromCodePoint)\((?:[^(){}]*, )?\.\.\./;

const sources = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));

test("[A1] no list is spread into a call: append() and greatest() take any length", () => {
  const found = sources.flatMap((name) =>
    readFileSync(join("src", name), "utf8")
      .split("\n")
      .flatMap((line, i) => (SPREAD.test(line) ? [`${name}:${i + 1}: ${line.trim()}`] : [])),
  );
  expect(sources.length).toBeGreaterThan(300);
  expect(found).toEqual([]);
});

test("the pattern finds the calls that it is for", () => {
  for (const call of ["a.push(...b)", "Math.max(0, ...c.map(d))", "String.fromCharCode(...e)", 'join(f, ...path.split("/"))'])
    expect(call).toMatch(SPREAD);
  for (const call of ["f(...b)", "[...a]", "new Set([...a])"]) expect(call).not.toMatch(SPREAD);
});
