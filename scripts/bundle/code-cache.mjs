/**
 * What V8 makes of the command's scripts, written beside them (launcher.cjs) by the Node that will run them: it is of this machine, so it is
 * in no package, and build/ without it is the same bytes everywhere. The sample is compiled for it, so that the functions this needs are in it.
 */
import { execFile } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ROOT } from "./options.mjs";

const OWN = fileURLToPath(import.meta.url);

/** In a process of its own: runs the command, and writes what V8 has of every script at its end. */
async function run(cli, ...words) {
  const kept = new Map();
  globalThis[Symbol.for("tierwright.scripts")] = kept;
  process.argv = [process.execPath, cli, ...words];
  process.on("exit", () => {
    for (const [path, script] of kept) {
      if (!basename(path).startsWith("chunk-")) continue;
      const target = `${path}.${process.version}-${process.arch}.cache`;
      const temporary = `${target}.${process.pid}.tmp`;
      writeFileSync(temporary, script.createCachedData());
      renameSync(temporary, target);
    }
  });
  // V8 takes code that was made under the flags of its start, and a run that computes sets one (src/platform/compile-later.ts)
  process.getBuiltinModule("node:v8").setFlagsFromString = () => {};
  await import(pathToFileURL(cli).href);
}

/** Makes the code cache of a built command; without one it does the same, later. */
export async function writeCodeCache(cli) {
  const folder = await mkdtemp(join(tmpdir(), "tierwright-code-"));
  try {
    for (const part of ["environments", "releases"]) await cp(join(ROOT, part), join(folder, part), { recursive: true });
    // nothing of the user who builds: neither options that make other code, nor a key for caches
    const { NODE_OPTIONS, NODE_V8_COVERAGE, ...env } = process.env;
    const own = { ...env, HOME: folder, XDG_CACHE_HOME: folder, LOCALAPPDATA: folder };
    await new Promise((done, failed) => {
      execFile(process.execPath, [OWN, cli, "compile", "-C", folder, "--out", join(folder, "out")], { env: own }, (error) =>
        error ? failed(error) : done(),
      );
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === OWN) await run(...process.argv.slice(2));
