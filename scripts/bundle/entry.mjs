/** One entry of build/ as the files that are written: code, and the paths of the sources that are in it. */
import { join, relative, sep } from "node:path";
import { build } from "esbuild";
import { bundleOptions, REQUIRE, ROOT } from "./options.mjs";
import { parts } from "./parts.mjs";

const SHEBANG = "#!/usr/bin/env node\n";

/** The command and the library are split (parts.mjs); worker and servers are one file each: they share nothing at run time. */
export async function bundleEntry(entry) {
  const options = await bundleOptions();
  const source = `src/${entry}.ts`;
  const split = entry === "cli" || entry === "index";
  const result = await build({
    ...options,
    entryPoints: { [entry]: source },
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
  const files = result.outputFiles.map((file) => {
    const name = relative(join(ROOT, "build"), file.path).split(sep).join("/");
    const bytes = Buffer.from(file.contents);
    const bare = name === "cli.js" && !bytes.toString("latin1", 0, 2).startsWith("#!");
    return [name, bare ? Buffer.concat([Buffer.from(SHEBANG), bytes]) : bytes];
  });
  return { files, inputs: Object.keys(result.metafile.inputs) };
}
