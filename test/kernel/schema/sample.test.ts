import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { checkDocument, type DocumentKind } from "../../../src/kernel/schema/validate.ts";
import { readYaml } from "../../../src/kernel/source/yaml.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const KINDS: Readonly<Record<string, DocumentKind>> = {
  "site.yaml": "Site",
  "environment.yaml": "Environment",
  "sso.yaml": "FederatedSignIn",
  "matrix.yaml": "CompatibilityMatrix",
  "exceptions.yaml": "Exceptions",
  "release.yaml": "ConnectorRelease",
  "kit.lock.yaml": "KitLock",
};

const paths = ["environments", "releases"].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name in KINDS)
    .map((entry) => ({ name: entry.name, path: relative(ROOT, join(entry.parentPath, entry.name)) })),
);

test("the sample repository has documents of every kind but sign-in", () => {
  const kinds = new Set(paths.map(({ name }) => KINDS[name]));
  for (const kind of Object.values(KINDS)) if (kind !== "FederatedSignIn") expect(kinds).toContain(kind);
});

test.each(paths)("$path is sound, and its editor schema exists", ({ name, path }) => {
  const bytes = readFileSync(join(ROOT, path));
  const { tree, problems } = readYaml(name, bytes);
  expect(problems).toEqual([]);
  expect(tree && checkDocument(KINDS[name] as DocumentKind, tree)).toEqual([]);
  const schema = /# yaml-language-server: \$schema=(\S+)/.exec(bytes.toString("utf8"))?.[1];
  expect(schema === undefined || existsSync(join(ROOT, path, "..", schema))).toBe(true);
});
