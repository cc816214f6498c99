/**
 * Configures rolldown, which makes all shipped code: build/ (the command, its threads and servers as CommonJS with shared chunks, and the
 * library as ES modules) and action/index.js (the GitHub Action as one file).
 */
import { relative, sep } from "node:path";
import { rolldown } from "rolldown";
import { definitions, LIBRARIES, ROOT, TEXTS } from "./options.mjs";

/**
 * Names stay in build/, so that an internal error names its functions; they are shortened in the Action, which is committed with every
 * release.
 */
const minified = (mangle) => ({ compress: true, mangle, codegen: { removeWhitespace: true } });

/**
 * Modules that become one chunk together with all their imports, except those that an earlier chunk has; the bundler divides the other
 * modules by importers. A run that answers from the cache then loads one file, a check that computes loads a few, and no two files wait for
 * each other.
 */
const CHUNKS = [
  // this chunk runs before all other code is loaded, so that Node stores the code that V8 compiles from it
  { name: "first", test: /[\\/]src[\\/]platform[\\/]compile-cache\.ts$/ },
  // code that every command needs, and code for a check or compile that the cache answers
  {
    name: "every-run",
    test: /[\\/]src[\\/](cli[\\/](main|dispatch|help)|compiler[\\/]commands[\\/]check[\\/](check|compile)|report[\\/]forms[\\/](json|text))\.ts$/,
  },
  // commands on one file: codecs, without rules and model
  {
    name: "one-file",
    test: /[\\/]src[\\/]compiler[\\/]commands[\\/](properties|log4j2)[\\/](get|set|set-[a-z]+|unset|list)\.ts$/,
  },
  // code that computes: YAML, schemas, rules and verdicts
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

/**
 * Returns code with ASCII characters alone, which V8 reads and holds in half the time and memory. An escape means the character in texts,
 * names, regular expressions and templates, except behind a backslash and in String.raw.
 */
function inAscii(code) {
  const raw = /(?<!\\)(?:\\\\)*\\[^\0-\x7f]|\.raw`[^`]*[^\0-\x7f`]/.exec(code);
  if (raw) throw new Error(`write this character as an escape: ${code.slice(raw.index, raw.index + 60)}`);
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Returns the files of a build (name -> bytes), and the sources and files of packages that are in them. */
export async function bundle(name) {
  const { input, output } = BUILDS[name];
  const bundled = await rolldown({
    cwd: ROOT,
    input,
    platform: "node",
    resolve: { alias: LIBRARIES },
    transform: { target: "node20.19", define: await definitions() },
    moduleTypes: Object.fromEntries(TEXTS.map((ending) => [`.${ending}`, "text"])),
    // code that one command loads on demand can be a part that another command imports
    checks: { ineffectiveDynamicImport: false },
  });
  const made = await bundled.generate({ ...output, comments: false, externalLiveBindings: false, strict: true });
  await bundled.close();
  const ids = made.output.flatMap(({ moduleIds }) => moduleIds ?? []);
  return {
    files: new Map(made.output.map(({ fileName, code }) => [fileName, Buffer.from(inAscii(code))])),
    inputs: ids.map((id) => relative(ROOT, id).split(sep).join("/")),
  };
}
