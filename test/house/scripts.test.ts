import { posix } from "node:path";
import { expect, test } from "vitest";
import { below, read } from "./project.ts";

/* Scripts and benchmarks take functions of the sources by name in a text, which no type check reads. */

/** Returns the names of an import or export list as they are exported. */
const namesIn = (list: string): readonly string[] =>
  list
    .split(",")
    .map((name) =>
      name
        .trim()
        .replace(/^type /, "")
        .replace(/ as .*$/, ""),
    )
    .filter((name) => name !== "");

const isExported = (path: string, name: string): boolean =>
  new RegExp(
    `export (?:default )?(?:async )?(?:abstract )?(?:function\\*?|const|class|let|interface|type) ${name}\\b|export (?:type )?\\{[^}]*\\b${name}\\b`,
  ).test(read(path));

/** The names that a script takes of the sources: `export { one, two as three } from "./src/..."`. */
const TAKEN = [...below("scripts", /\.mjs$/), ...below("bench", /\.mjs$/), ...below(".ci", /\.mjs$/)].flatMap((script) =>
  [...read(script).matchAll(/export \{([^}]*)\} from \\?["'`]\.\/(src\/[^"'`\\]+)\\?["'`]/g)].flatMap(
    ([, names = "", path = ""]) => namesIn(names).map((name) => ({ script, path, name })),
  ),
);

test("every name that a script takes of a source file is exported there", () => {
  expect(TAKEN.length).toBeGreaterThan(20);
  expect(TAKEN.filter(({ path, name }) => !path.includes("$") && !isExported(path, name))).toEqual([]);
});

/** A member that each scaffold of `npm run new` writes. */
const SCAFFOLDS = {
  artifact: "brand-new",
  cause: "conf/brand-new",
  check: "folders/brand-new",
  command: "deploy/brand/new",
  diagnostic: "conf/brand-new",
  format: "brand-new",
  probe: "tier/brand-new",
  rule: "conf/brand-new",
};

test.each(Object.entries(SCAFFOLDS))(
  "every name that the scaffold of a new %s imports is exported there",
  async (kind, member) => {
    const { scaffold } = await import(`../../scripts/new/${kind}.mjs`);
    const { path, text } = scaffold(member) as { readonly path: string; readonly text: string };
    const imports = [...text.matchAll(/import (?:type )?\{([^}]*)\} from "([^"]+)"/g)].flatMap(([, names = "", from = ""]) =>
      namesIn(names).map((name) => ({ name, from: posix.join(posix.dirname(path), from) })),
    );
    expect(imports).not.toEqual([]);
    expect(imports.filter(({ name, from }) => !isExported(from, name))).toEqual([]);
  },
);

test("each scaffold but that of a field, which writes no code, is held to the names that it imports", () => {
  const kinds = below("scripts/new", /\.mjs$/).map((path) => posix.basename(path, ".mjs"));
  expect(Object.keys(SCAFFOLDS)).toEqual(kinds.filter((kind) => !["field", "names"].includes(kind)).sort());
});
