/**
 * Runs the loader as an executable would, on a folder of built files, and writes to another what V8 compiled meanwhile:
 * `node warm-up.cjs FILES OUT WORD...` runs the command with these words. `node warm-up.cjs --digest-of-flags FILE` writes compiled code of no
 * use, whose header has the digest of the flags that the loader sets.
 */
const { readFileSync, mkdirSync, writeFileSync } = require("node:fs");
const { dirname, join } = require("node:path");
const vm = require("node:vm");

const [files, out, ...words] = process.argv.slice(2);
const onlyFlags = files === "--digest-of-flags";
const scripts = new Map();
class Script extends vm.Script {
  constructor(source, options) {
    super(source, options);
    scripts.set(options.filename.replace("/tierwright/", ""), this);
  }
}
function getAsset(path) {
  if (path === "loader.cjs") return readFileSync(join(__dirname, path), "utf8");
  return onlyFlags ? "(function () {})" : readFileSync(join(files, path), "utf8");
}
const modules = {
  "node:sea": {
    getAsset,
    getRawAsset: () => {
      throw new Error("none yet");
    },
  },
  "node:vm": { ...vm, Script },
};
process.argv = [process.execPath, process.execPath, ...words];
process.on("exit", () => {
  if (onlyFlags) return writeFileSync(out, new vm.Script("0").createCachedData());
  for (const [path, script] of scripts) {
    mkdirSync(dirname(join(out, path)), { recursive: true });
    writeFileSync(join(out, `${path}.code`), script.createCachedData());
  }
  process.exitCode = 0;
});
const source = `(function (require) {${getAsset("loader.cjs")}\n})`;
new vm.Script(source).runInThisContext()((name) => modules[name] ?? require(name));
