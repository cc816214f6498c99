import { expect, test } from "vitest";
import { below, read } from "./project.ts";

/* Scripts and benchmarks take functions of the sources by name in a text, which no type check reads. */

/** The names that a script takes of the sources: `export { one, two as three } from "./src/..."`. */
const TAKEN = [...below("scripts", /\.mjs$/), ...below("bench", /\.mjs$/), ...below(".ci", /\.mjs$/)].flatMap((script) =>
  [...read(script).matchAll(/export \{([^}]*)\} from \\?["'`]\.\/(src\/[^"'`\\]+)\\?["'`]/g)].flatMap(
    ([, names = "", path = ""]) =>
      names
        .split(",")
        .map((name) => name.trim().replace(/ as .*$/, ""))
        .filter((name) => name !== "")
        .map((name) => ({ script, path, name })),
  ),
);

test("every name that a script takes of a source file is exported there", () => {
  expect(TAKEN.length).toBeGreaterThan(20);
  const missing = TAKEN.filter(
    ({ path, name }) =>
      !path.includes("$") &&
      !new RegExp(
        `export (?:default )?(?:async )?(?:abstract )?(?:function\\*?|const|class|let) ${name}\\b|export \\{[^}]*\\b${name}\\b`,
      ).test(read(path)),
  );
  expect(missing).toEqual([]);
});
