/** What the generators read: file lists in one order on every machine, and sources loaded as modules. */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { bundleOptions, ROOT } from "../bundle/options.mjs";

/** Code unit order: the locale of the machine must not decide it. */
export function byText(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Files below a project folder as '/'-paths relative to the project, sorted; an absent folder has none. */
export async function filesBelow(folder, ending) {
  const entries = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries.filter((e) => e.isFile()).map((e) => relative(ROOT, join(e.parentPath, e.name)).split(sep).join("/"));
  return paths.filter((path) => path.endsWith(ending)).sort(byText);
}

/** Text of a project file with LF line ends (a checkout may have others); null when there is none. */
export async function readText(path) {
  const text = await readFile(join(ROOT, path), "utf8").catch((error) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  return text === null ? null : text.replaceAll("\r\n", "\n");
}

/** Code that a command loads only when it runs is not needed to read its declaration, and may be unfinished. */
const leaveOutLazyCode = {
  name: "leave-out-lazy-code",
  setup({ onResolve }) {
    onResolve({ filter: /./ }, ({ kind }) => (kind === "dynamic-import" ? { path: "unused", external: true } : null));
  },
};

/**
 * Loads TypeScript sources.
 * @param {string} code an ES module whose imports are relative to the project folder
 * @param {{ lazyCode?: boolean }} options lazyCode: with the code that is imported when it is needed, for who runs the tool
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
