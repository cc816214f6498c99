/**
 * Start-up is files to find, read and compile. So the command is bundled in few parts: what a run needs that finds its answers in
 * the cache (cli.js), everything that computes, and what only writing artifacts needs (templates), whatever the sources import on
 * demand.
 */
import { readFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { ROOT } from "./options.mjs";

/** Modules imported on demand in the sources that belong to the first part: nearly every run needs them. */
const FIRST_PART = /\/(commands\/(?!run-)[a-z0-9-]+|commands\/run-command|run\/run)\.ts$/;

const ON_DEMAND = /\bimport\("(\.{1,2}\/[^"]+\.ts)"\)/g;

const COMPUTING = "tierwright:computing";
const WRITING = "tierwright:writing";

/** Which part a module on demand belongs to. */
const partOf = (target) => (/\/artifacts\/[a-z0-9-]+\.ts$/.test(target.replaceAll("\\", "/")) ? WRITING : COMPUTING);

const nameOf = (path) => basename(path, ".ts").replace(/[^a-z0-9]+/gi, "_");

/** @returns {import("esbuild").Plugin} turns each `import("./x.ts")` into a static import or into a member of a further part */
export function twoParts() {
  return {
    name: "two-parts",
    setup(build) {
      build.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
        const text = await readFile(path, "utf8");
        if (!text.includes('import("')) return undefined;
        const statics = [];
        const contents = text.replace(ON_DEMAND, (_, specifier) => {
          const target = resolve(dirname(path), specifier);
          const name = nameOf(target);
          if (FIRST_PART.test(target.replaceAll("\\", "/"))) {
            statics.push(`import * as ${name}__first from ${JSON.stringify(specifier)};`);
            return `Promise.resolve(${name}__first)`;
          }
          return `import(${JSON.stringify(partOf(target))}).then((part) => part.${name})`;
        });
        return { contents: [...statics, contents].join("\n"), loader: "ts", resolveDir: dirname(path) };
      });
      build.onResolve({ filter: /^tierwright:(computing|writing)$/ }, ({ path }) => ({ path, namespace: "tierwright" }));
      build.onLoad({ filter: /.*/, namespace: "tierwright" }, async ({ path }) => {
        // what the sources import on demand is known for certain only when all are loaded; reading them through says it at once
        const modules = (await onDemandModules()).filter((module) => partOf(module) === path);
        return {
          contents: modules.map((path) => `export * as ${nameOf(path)} from ${JSON.stringify(path)};`).join("\n"),
          loader: "js",
          resolveDir: ROOT,
        };
      });
    },
  };
}

/** Every module on demand that is not in the first part, sorted: what the commands and the run import on demand. */
async function onDemandModules() {
  const found = new Set();
  const seen = new Set();
  const visit = async (path) => {
    if (seen.has(path)) return;
    seen.add(path);
    const text = await readFile(path, "utf8");
    for (const [, specifier] of text.matchAll(/(?:from|import\()\s*"(\.{1,2}\/[^"]+\.ts)"/g))
      await visit(resolve(dirname(path), specifier));
    for (const [, specifier] of text.matchAll(ON_DEMAND)) {
      const target = resolve(dirname(path), specifier);
      if (!FIRST_PART.test(target.replaceAll("\\", "/"))) found.add(target);
    }
  };
  await visit(join(ROOT, "src", "cli.ts"));
  return [...found].sort();
}
