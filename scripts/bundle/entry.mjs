/** One entry of build/ as the files that are written: code, and the paths of the sources that are in it. */
import { readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { build } from "esbuild";
import { bundleOptions, REQUIRE, ROOT } from "./options.mjs";
import { parts } from "./parts.mjs";
import { FOR_SCRIPTS, scriptsOf } from "./scripts.mjs";

/**
 * The command with its worker (scripts.mjs) and the library are split (parts.mjs); servers are one file each: they share nothing at run time.
 * A worker thread runs the command's own parts: one set of code on the disk, and V8's code cache for both.
 */
export async function bundleEntry(entry) {
  const options = await bundleOptions();
  const source = `src/${entry}.ts`;
  const split = entry === "cli" || entry === "index";
  const scripts = entry === "cli";
  const result = await build({
    ...options,
    ...(scripts && { ...FOR_SCRIPTS, define: { ...options.define, ...FOR_SCRIPTS.define } }),
    entryPoints: { [entry]: source, ...(scripts && { worker: "src/worker.ts" }) },
    outdir: "build",
    splitting: split,
    plugins: split ? [await parts(options, source)] : [],
    // the protocol's library is CommonJS, and asks for Node's own modules by require
    ...((entry === "language-server" || entry === "mcp-server") && { banner: { js: REQUIRE } }),
    chunkNames: "parts/[name]-[hash]",
    minifySyntax: true,
    minifyWhitespace: true, // identifiers stay: an internal error still names its function
    write: false,
    metafile: true,
  });
  const nameOf = ({ path }) => relative(join(ROOT, "build"), path).split(sep).join("/");
  const inputs = Object.keys(result.metafile.inputs);
  if (!scripts) return { files: result.outputFiles.map((file) => [nameOf(file), Buffer.from(file.contents)]), inputs };
  const launcher = await readFile(new URL("launcher.cjs", import.meta.url), "utf8");
  const texts = new Map(result.outputFiles.map((file) => [nameOf(file), file.text]));
  const files = [...(await scriptsOf(texts, launcher))].map(([name, text]) => [name, Buffer.from(text)]);
  return { files, inputs };
}
