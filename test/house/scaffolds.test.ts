import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { expect, test } from "vitest";
import { below, read, ROOT } from "./project.ts";

/** What `npm run new` writes, and where members of that kind lie. */
const KINDS: Readonly<Record<string, { readonly folder: string; readonly name: string }>> = {
  rule: { folder: "src/compiler/rules", name: "conf/brand-new" },
  diagnostic: { folder: "src/kernel/diagnostics", name: "repo/brand-new" },
  artifact: { folder: "src/compiler/artifacts", name: "brand-new" },
  command: { folder: "src", name: "deploy/brand/new" },
  cause: { folder: "src/diagnose/causes", name: "conf/brand-new" },
  check: { folder: "src/live/doctor", name: "brand/new" },
  probe: { folder: "src/live/probe", name: "tier/brand-new" },
  format: { folder: "src/report/forms", name: "brand-new" },
  field: { folder: "schemas", name: "site/tool.brandNew" },
};

/** The places of a scaffold that a person has to fill in. */
async function gaps(kind: string, name: string): Promise<readonly string[]> {
  const script = pathToFileURL(join(ROOT, "scripts", "new", `${kind}.mjs`)).href;
  const { scaffold } = (await import(/* @vite-ignore */ script)) as { scaffold(name: string): { text: string } };
  const { text } = scaffold(name);
  return [...text.matchAll(/["`](say [^"`$]*|Say [^"`$]*)|(Fill in:)/g)].map(([, words, mark]) => words ?? mark ?? "");
}

const unfilled = (text: string, places: readonly string[]): readonly string[] => places.filter((place) => text.includes(place));

test.each(Object.entries(KINDS))(
  "no %s was left as npm run new made it: each says what it is, and nobody's words stand in it",
  async (kind, { folder, name }) => {
    const places = await gaps(kind, name);
    expect(places.length).toBeGreaterThan(1);
    const files = below(folder, /\.(?:ts|schema\.json)$/);
    expect(files.length).toBeGreaterThan(1);
    const left = files.flatMap((file) =>
      unfilled(read(file), places).map((place) => `${file}: '${place}' is still to be filled in`),
    );
    expect(left).toEqual([]);
  },
);

test("a scaffold as it is made would be refused", async () => {
  expect(unfilled('summary: "say in a few words what it does",', await gaps("command", "deploy/brand/new"))).toEqual([
    "say in a few words what it does",
  ]);
});
