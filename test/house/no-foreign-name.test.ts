import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./project.ts";

/*
 * The package is `@tierwright/tierwright`, and nobody owns the plain name `tierwright` at a registry: nothing that we write or print makes a
 * package manager ask for either, because a repository takes the package from a file.
 */

const ASKS: readonly RegExp[] = [
  /\b(?:npx|bunx)\s+(?!--no-install\s)(?:-\S+\s+)*tierwright\b/,
  /\bpnpm\s+(?:dlx\s+|exec\s+)?(?:-\S+\s+)*tierwright\b/,
  /\byarn\s+(?:dlx|add|create)\s+(?:-\S+\s+)*tierwright\b/,
  /\bnpm\s+(?:exec|x|init|create)\s+(?:-\S+\s+)*tierwright\b/,
  /\b(?:npm|pnpm|yarn|bun)\s+(?:install|i|add|update|view|info)\s+(?:-\S+\s+)*["']?tierwright(?:@|["'\s`]|$)/,
  /(?:(["'`])tierwright\1|(?<![\w:"'`])tierwright)\s*:\s*(?:VERSION\b|version\b|["'`](?:[\^~]?\d|latest|\*|npm:))/,
];

const isOurs = (path: string): boolean =>
  /^(?:src|scripts|docs|recipes|completion|powershell|templates|schemas|\.github|action\.yml|README\.md|CONTRIBUTING\.md|SECURITY\.md|\.pre-commit-hooks\.yaml)/.test(
    path,
  ) && !/traceability|node_modules|\.generated\.|\.tgz$|\.png$|\.svg$/.test(path);

const files = readdirSync(ROOT)
  .filter((name) => isOurs(name))
  .flatMap((name) =>
    statSync(join(ROOT, name)).isFile()
      ? [name]
      : readdirSync(join(ROOT, name), { recursive: true, encoding: "utf8" }).map(
          (path) => `${name}/${path.replaceAll("\\", "/")}`,
        ),
  )
  .filter((path) => isOurs(path) && statSync(join(ROOT, path)).isFile());

const asks = (text: string): readonly string[] => text.split("\n").filter((line) => ASKS.some((pattern) => pattern.test(line)));

test("nothing that is written or printed has a package manager ask a registry for a name that is not ours", () => {
  expect(files.length).toBeGreaterThan(800);
  expect(files.flatMap((path) => asks(readFileSync(join(ROOT, path), "utf8")).map((line) => `${path}: ${line.trim()}`))).toEqual(
    [],
  );
});

test.each([
  "npx tierwright check",
  "npx -y tierwright check",
  "npm install tierwright",
  "npm i -D tierwright",
  "npm install --save-exact tierwright@0.1.0",
  "npm exec tierwright -- check",
  "pnpm dlx tierwright",
  "yarn add tierwright",
  '"devDependencies": { "tierwright": "^0.1.0" }',
  "devDependencies: { tierwright: version }",
])("the search finds %s", (line) => {
  expect(asks(line)).toEqual([line]);
});

test.each([
  "npx --no-install tierwright check",
  "npm install --save-dev ./vendor/tierwright-tierwright-0.1.0.tgz",
  '"@tierwright/tierwright": "file:vendor/tierwright-tierwright-0.1.0.tgz"',
])("and not %s", (line) => {
  expect(asks(line)).toEqual([]);
});
