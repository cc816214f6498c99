/**
 * The first script of a single executable: runs a built file from the executable's own assets. Every thread of it runs this script too, and
 * names its file in its arguments. Each file comes with the code that V8 compiled in a warm-up run (warm-up.mjs), which V8 refuses by itself if
 * it is of another version.
 */
const { getAsset, getRawAsset } = require("node:sea");
const { dirname, join } = require("node:path").posix;
const { Script } = require("node:vm");
const { isMainThread } = require("node:worker_threads");

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
  const source = `(function (exports, require, module, __filename, __dirname) {${getAsset(path, "utf8").replace(/^#!.*/, "")}\n})`;
  const script = new Script(source, { filename, cachedData: storedCode(path) });
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
load(isMainThread ? "cli.cjs" : process.argv[2]);
