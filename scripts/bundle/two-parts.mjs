/**
 * Start-up is files to find, read and compile. So the command is bundled in two parts: what a run needs that finds its answers in
 * the cache (cli.js), and everything that computes (one further file), whatever the sources import on demand.
 */
import { readFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { ROOT } from "./options.mjs";

/** Modules imported on demand in the sources that belong to the first part: nearly every run needs them. */
const FIRST_PART = /\/(commands\/(?!run-)[a-z0-9-]+|commands\/run-command|run\/run)\.ts$/;

const ON_DEMAND = /\bimport\("(\.{1,2}\/[^"]+\.ts)"\)/g;

const SECOND_PART = "tierwright:second-part";

const nameOf = (path) => basename(path, ".ts").replace(/[^a-z0-9]+/gi, "_");

/** @returns {import("esbuild").Plugin} turns each `import("./x.ts")` into a static import or into a part of the second file */
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
          return `import(${JSON.stringify(SECOND_PART)}).then((part) => part.${name})`;
        });
        return { contents: [...statics, contents].join("\n"), loader: "ts", resolveDir: dirname(path) };
      });
      build.onResolve({ filter: /^tierwright:second-part$/ }, () => ({ path: SECOND_PART, namespace: "tierwright" }));
      build.onLoad({ filter: /.*/, namespace: "tierwright" }, async () => {
        // every module that the first part asks for is known only when all of the first part is loaded; the sources say it at once
        const modules = await onDemandModules();
        return {
          contents: modules.map((path) => `export * as ${nameOf(path)} from ${JSON.stringify(path)};`).join("\n"),
          loader: "js",
          resolveDir: ROOT,
        };
      });
    },
  };
}

/** Every module of the second part, sorted: what the commands and the run import on demand. */
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
