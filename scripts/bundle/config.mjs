/**
 * How the shipped code is made, all of it by rolldown: build/ (the command, its threads and servers as CommonJS that shares its chunks, and
 * the library as ES modules) and action/index.js (the GitHub Action as one file).
 */
import { relative, sep } from "node:path";
import { rolldown } from "rolldown";
import { definitions, LIBRARIES, ROOT, TEXTS } from "./options.mjs";

/** Names stay, so that an internal error names its functions; the Action is committed with every release, and is made small. */
const minified = (mangle) => ({ compress: true, mangle, codegen: { removeWhitespace: true } });

/**
 * Modules that are one chunk with all that they import, apart from what an earlier chunk has; what is left the bundler divides by who needs
 * it. So a run that answers from the cache loads one file, a check that computes a few, and no file waits for another in a circle.
 */
const CHUNKS = [
  // runs before all other code is loaded, so that Node keeps what V8 makes of that
  { name: "first", test: /[\\/]src[\\/]platform[\\/]compile-cache\.ts$/ },
  // what every command needs, and a check or compile that the cache answers
  {
    name: "every-run",
    test: /[\\/]src[\\/](cli[\\/](main|dispatch|help)|compiler[\\/]commands[\\/]check[\\/](check|compile)|report[\\/]forms[\\/](json|text))\.ts$/,
  },
  // commands on one file: codecs, and nothing that computes
  {
    name: "one-file",
    test: /[\\/]src[\\/]compiler[\\/]commands[\\/](properties|log4j2)[\\/](get|set|set-[a-z]+|unset|list)\.ts$/,
  },
  // YAML, schemas, rules and verdicts
  { name: "computing", test: /[\\/]src[\\/]compiler[\\/]run[\\/]full\.ts$/ },
];

export const BUILDS = {
  command: {
    input: {
      cli: "src/cli.ts",
      worker: "src/worker.ts",
      "language-server": "src/language-server.ts",
      "mcp-server": "src/mcp-server.ts",
    },
    output: {
      format: "cjs",
      entryFileNames: "[name].cjs",
      chunkFileNames: "chunks/[name]-[hash].cjs",
      codeSplitting: { groups: CHUNKS },
      minify: minified(false),
    },
  },
  library: {
    input: { index: "src/index.ts" },
    output: { format: "es", entryFileNames: "[name].js", chunkFileNames: "library/[name]-[hash].js", minify: minified(false) },
  },
  action: {
    input: { index: "src/github-action.ts" },
    output: { format: "es", entryFileNames: "[name].js", codeSplitting: false, minify: minified(true) },
  },
};

/** Returns the files of one of the builds (name -> bytes), and the sources and packages' files that are in them. */
export async function bundle(name) {
  const { input, output } = BUILDS[name];
  const bundled = await rolldown({
    cwd: ROOT,
    input,
    platform: "node",
    resolve: { alias: LIBRARIES },
    transform: { target: "node20.19", define: await definitions() },
    moduleTypes: Object.fromEntries(TEXTS.map((ending) => [`.${ending}`, "text"])),
    // what is loaded on demand by one command may be a part of another
    checks: { ineffectiveDynamicImport: false },
  });
  const made = await bundled.generate({ ...output, comments: false, externalLiveBindings: false, strict: true });
  await bundled.close();
  const ids = made.output.flatMap(({ moduleIds }) => moduleIds ?? []);
  return {
    files: new Map(made.output.map(({ fileName, code }) => [fileName, Buffer.from(code)])),
    inputs: ids.map((id) => relative(ROOT, id).split(sep).join("/")),
  };
}
