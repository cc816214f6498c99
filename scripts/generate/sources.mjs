/** Inputs of the generators: lists of files in one order on every machine, and sources loaded as modules. */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { bundleOptions, ROOT } from "../bundle/options.mjs";

/** Compares texts by code units, because the locale of the machine must not decide the order. */
export function byText(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns the files below a project folder as '/'-paths relative to the project, sorted; none if the folder does not exist. */
export async function filesBelow(folder, ending) {
  const entries = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries.filter((e) => e.isFile()).map((e) => relative(ROOT, join(e.parentPath, e.name)).split(sep).join("/"));
  return paths.filter((path) => path.endsWith(ending)).sort(byText);
}

/** Returns the text of a project file with LF line ends (a checkout can have others); null if there is none. */
export async function readText(path) {
  const text = await readFile(join(ROOT, path), "utf8").catch((error) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  return text === null ? null : text.replaceAll("\r\n", "\n");
}

/** A plugin that leaves out code which a command loads only for a run: its declaration does not need that code, which may be unfinished. */
const leaveOutLazyCode = {
  name: "leave-out-lazy-code",
  setup({ onResolve }) {
    onResolve({ filter: /./ }, ({ kind }) => (kind === "dynamic-import" ? { path: "unused", external: true } : null));
  },
};

/**
 * Loads TypeScript sources.
 * @param {string} code an ES module whose imports are relative to the project folder
 * @param {{ lazyCode?: boolean }} options lazyCode: also loads the code that is imported on demand, for callers that run the tool
 */
export async function loadSources(code, { lazyCode = false } = {}) {
  const folder = await mkdtemp(join(tmpdir(), "tierwright-generate-"));
  try {
    const outfile = join(folder, "entry.mjs");
    const stdin = { contents: code, resolveDir: ROOT, sourcefile: "generate-entry.ts", loader: "ts" };
    await build({ ...(await bundleOptions()), stdin, outfile, plugins: lazyCode ? [] : [leaveOutLazyCode], logLevel: "silent" });
    return await import(pathToFileURL(outfile).href);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
