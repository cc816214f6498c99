/**
 * The sources as plain ES modules for a whole run of the tests, file by file. Vitest would transform each of them, and turn every use of
 * an import into a call of a getter: that was a third of the time. Whoever names a test file gets Vitest's own way, whose stack traces lead
 * into src/.
 */
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { build } from "esbuild";
import { bundleOptions, ROOT } from "./options.mjs";

const SOURCES = join(ROOT, "src") + sep;
const PLACE = join(ROOT, "node_modules", ".cache", "tierwright-sources");
const DAY = 24 * 60 * 60_000;

/** Node takes it for an ES module wherever it lies, and it is no `worker.cjs` that the command would start (src/platform/beside.ts). */
const compiled = (path) => path.replace(/\.m?[jt]s$/, ".mjs");

/** Every module of src/ for itself: what it imports of src/ and of packages stays an import. */
const apart = (alias) => ({
  name: "apart",
  setup({ onResolve }) {
    onResolve({ filter: /./ }, ({ path, kind, resolveDir }) => {
      if (kind === "entry-point") return null;
      if (/^\./.test(path))
        return /\.m?[jt]s$/.test(path) ? { path: compiled(path), external: true } : { path: resolve(resolveDir, path) };
      return { path: alias[path] ?? path, external: true };
    });
  },
});

async function entries() {
  const found = await readdir(SOURCES, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile() && /(?<!\.d)\.m?ts$|\.mjs$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Compiles into a folder that is named by what the sources are; gives the folder. */
async function compileSources(alias) {
  const options = await bundleOptions();
  const folder = join(PLACE, JSON.parse(options.define.__TIERWRIGHT_BUILD__));
  if (existsSync(folder)) return folder;
  await mkdir(PLACE, { recursive: true });
  for (const name of await readdir(PLACE)) {
    const { mtimeMs } = await stat(join(PLACE, name)).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > DAY) await rm(join(PLACE, name), { recursive: true, force: true });
  }
  const made = await mkdtemp(join(PLACE, "new-"));
  await build({
    ...options,
    alias: {},
    entryPoints: await entries(),
    outdir: made,
    outbase: SOURCES,
    outExtension: { ".js": ".mjs" },
    plugins: [apart(alias)],
  });
  // another run may have been quicker
  await rename(made, folder).catch(() => rm(made, { recursive: true, force: true }));
  return folder;
}

/** A plug-in for Vitest: what lies in src/ is the compiled module. */
export async function compiledSources(alias) {
  const folder = await compileSources(alias);
  return {
    name: "compiled-sources",
    enforce: "pre",
    resolveId(id, importer) {
      if (importer === undefined || !/^\.{1,2}\/.*\.m?[jt]s$/.test(id)) return null;
      const path = resolve(dirname(importer.replace(/\?.*$/, "")), id);
      return path.startsWith(SOURCES) ? join(folder, compiled(relative(SOURCES, path))) : null;
    },
  };
}
