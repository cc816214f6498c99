#!/usr/bin/env node
/**
 * Builds build/: the command, its worker and the public API as ES modules with shared parts, and their declarations.
 * Deterministic: the same sources give the same bytes. Everything that runs is inside, so nothing is installed beside it.
 */
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { declarations } from "./bundle/declarations.mjs";
import { licensesOf } from "./bundle/licenses.mjs";
import { bundleOptions, ROOT } from "./bundle/options.mjs";
import { parts } from "./bundle/parts.mjs";
import { replaceFolder } from "./bundle/write.mjs";
import { outputs } from "./generate/traceability.mjs";
import { writeScripts } from "./powershell.mjs";

const ENTRIES = ["cli", "worker", "index"];
const SHEBANG = "#!/usr/bin/env node\n";

/** The schema validators are compiled before anything can import them. */
async function compileValidators() {
  const script = join(ROOT, "scripts", "validators.mjs");
  if (!existsSync(script)) return;
  const module = await import(pathToFileURL(script).href);
  await (module.default ?? module.build ?? module.writeValidators)?.();
}

function present(name) {
  return existsSync(join(ROOT, "src", `${name}.ts`));
}

/** Which test proves which clause: made from the tests, which a package does not hold. */
async function writeTraceability() {
  if (!existsSync(join(ROOT, "test"))) return;
  for (const { path, text } of await outputs()) await writeFile(join(ROOT, path), text);
}

/** One entry of build/. The command is split (parts.mjs); worker and API are one file each: they share nothing at run time. */
async function bundle(entry) {
  const options = await bundleOptions();
  const source = `src/${entry}.ts`;
  const split = entry === "cli";
  const result = await build({
    ...options,
    entryPoints: { [entry]: source },
    outdir: "build",
    splitting: split,
    plugins: split ? [await parts(options, source)] : [],
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

async function run() {
  await compileValidators();
  writeScripts(); // the code holds deploy.ps1 and detect.ps1 as texts
  await writeTraceability();
  const bundles = Promise.all(ENTRIES.filter(present).map(bundle));
  const [code, types] = await Promise.all([bundles, present("index") ? declarations() : new Map()]);
  const licenses = await licensesOf(code.flatMap(({ inputs }) => inputs));
  await replaceFolder(join(ROOT, "build"), new Map([...code.flatMap(({ files }) => files), ...types, ...licenses]));
}

await run().catch((error) => {
  if (!error.errors) console.error(error.message); // esbuild has printed its own
  console.error("build/ is left as it was");
  process.exitCode = 1;
});
