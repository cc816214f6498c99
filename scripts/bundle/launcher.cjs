/*
 * build/cli.cjs and build/worker.cjs: run the parts of the command, which are scripts, with their `main`. V8 takes the code that it made of a
 * script in an earlier process (its code cache); of ES modules Node 20 gives it no way to. A cold `check` of the sample takes a third less
 * processor time with it (docs/performance.md, start). The build makes it beside the code (code-cache.mjs): whoever could change it could
 * change the code. V8 itself refuses one that other flags, another processor or version made; then the script is compiled as if there were
 * none. CommonJS, because Node 20 takes six milliseconds to set up its loader of ES modules, and nothing here needs it.
 */
"use strict";
const load = process.getBuiltinModule; // no facade of an ES module is made of what is asked for here
if (!load) {
  console.error(
    `tierwright: this is Node ${process.version}, and 20.19 is the oldest that it runs on\n  start it with a newer one`,
  );
  process.exit(2);
}
const { readFileSync } = load("node:fs");
const { Script } = load("node:vm");
const { join } = load("node:path");
const { pathToFileURL } = load("node:url");

const folder = join(__dirname, "parts");
/** Whom the build asks to keep the scripts that ran, to write down what V8 made of them. */
const kept = globalThis[Symbol.for("tierwright.scripts")];
const parts = new Map();

function cachedData(path) {
  try {
    return readFileSync(`${path}.${process.version}-${process.arch}.cache`);
  } catch {
    return undefined;
  }
}

function part(name) {
  const known = parts.get(name);
  if (known) return known.exports;
  const filename = join(folder, name);
  const cache = name.startsWith("chunk-") ? cachedData(filename) : undefined; // the others are a line
  // all of it is ASCII (scripts.mjs): a string of bytes, half the memory, and nothing is decoded
  const source = readFileSync(filename, "latin1");
  const script = new Script(source, cache ? { filename, cachedData: cache } : { filename });
  kept?.set(filename, script);
  const own = {
    exports: {},
    get url() {
      return pathToFileURL(filename).href;
    },
    import: (path) => import(path),
  };
  parts.set(name, own);
  script.runInThisContext()((id) => (id.startsWith("./") ? part(id.slice(2)) : load(id)), own);
  return own.exports;
}

part(__ENTRY__).main();
