/**
 * The first script of a single executable: runs a built file from the executable's own assets, where each is the text of a function. Every
 * thread of it runs this script too, and names its file in its arguments. Each file comes with the code that V8 compiled in a warm-up run
 * (warm-up.cjs), which V8 refuses by itself if it is of another version.
 */
const { getAsset, getRawAsset } = require("node:sea");
const { dirname, join } = require("node:path").posix;
const { setFlagsFromString } = require("node:v8");
const { Script } = require("node:vm");

/** True in a worker thread: Node gives a script that it got as text this name. `node:worker_threads` would load eight more modules. */
const isThread = process.argv[1] === "[worker eval]";

/**
 * Optimizes code that runs often, ten times later: a command on a few environments ends before optimized code has paid for itself
 * (docs/performance.md). V8 refuses the stored code of Node's own modules once a flag differs, so the modules of a check are loaded before. An
 * older V8, as under Wine, does not have these flags.
 */
function optimizeLater() {
  for (const name of ["crypto", "module", "os"]) require(`node:${name}`);
  void require("node:util").parseArgs; // its first use loads it
  for (const [compiler, calls] of Object.entries({ maglev: 4000, "maglev-osr": 1000, osr: 5000, turbofan: 30_000 }))
    setFlagsFromString(`--invocation-count-for-${compiler}=${calls}`);
}
if (!isThread && Number.parseInt(process.versions.node, 10) >= 24) optimizeLater();

const FOLDER = "/tierwright";
const loaded = new Map();

/** Returns the compiled code of a file as V8 stored it; undefined if the executable has none. */
function storedCode(path) {
  try {
    return Buffer.from(getRawAsset(`${path}.code`));
  } catch {
    return undefined; // an executable made without a warm-up run, or a file that the run did not load
  }
}

/** Returns what a file of the build exports. Runs it at its first use. */
function load(path) {
  const known = loaded.get(path);
  if (known) return known.exports;
  const module = { exports: {} };
  loaded.set(path, module);
  const filename = join(FOLDER, path);
  const script = new Script(getAsset(path, "utf8"), { filename, cachedData: storedCode(path) });
  const needed = (name) => (/^\.{1,2}\//.test(name) ? load(join(dirname(path), name)) : require(name));
  script.runInThisContext()(module.exports, needed, module, filename, dirname(filename));
  return module.exports;
}

/** Returns the text of a page or recipe; null if the executable has none of this name. */
function text(path) {
  try {
    return getAsset(path, "utf8");
  } catch {
    return null;
  }
}

globalThis[Symbol.for("tierwright.executable")] = { load, text, thread: getAsset("loader.cjs", "utf8") };
load(isThread ? process.argv[2] : "cli.cjs");
