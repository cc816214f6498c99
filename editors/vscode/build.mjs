#!/usr/bin/env node
/**
 * Makes tierwright-VERSION.vsix: the extension as one file, the schemas, and the licences of what is inside. The same sources give the same bytes:
 * all entries have one date, which vsce takes from SOURCE_DATE_EPOCH, in one time zone.
 */
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createVSIX } from "@vscode/vsce";
import { rolldown } from "rolldown";

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(HERE, "..", "..");
const OUT = join(HERE, "out");

const read = async (folder) => JSON.parse(await readFile(join(folder, "package.json"), "utf8"));

/** Returns the folders of packages of which files are in the bundle. */
const packagesOf = (ids) =>
  [...new Set(ids.flatMap((id) => /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(id)?.[0] ?? []))].sort();

/** Returns the licences of packages as one text. */
async function licenses(folders) {
  const texts = await Promise.all(
    folders.map(async (folder) => {
      const { name, version } = await read(folder);
      const names = ["License.txt", "LICENSE", "LICENSE.md", "LICENSE.txt"];
      const found = await Promise.all(names.map((file) => readFile(join(folder, file), "utf8").catch(() => null)));
      const text = found.find((one) => one !== null);
      if (text === undefined) throw new Error(`${name} is a part of the extension and has no licence file`);
      return `## ${name} ${version}\n\n${text.replaceAll("\r\n", "\n").trim()}\n`;
    }),
  );
  return texts.join("\n");
}

async function bundle() {
  const made = await rolldown({
    cwd: HERE,
    input: { extension: "src/extension.ts" },
    platform: "node",
    external: ["vscode"],
    transform: { target: "node20.19" },
  });
  const { output } = await made.generate({ format: "cjs", entryFileNames: "[name].js", codeSplitting: false, minify: true });
  await made.close();
  return { code: output[0].code, packages: packagesOf(output.flatMap(({ moduleIds }) => moduleIds ?? [])) };
}

const manifest = await read(HERE);
const { version } = await read(ROOT);
await rm(OUT, { recursive: true, force: true });
await mkdir(join(OUT, "dist"), { recursive: true });
await mkdir(join(OUT, "schemas"));
const { code, packages } = await bundle();
await writeFile(join(OUT, "dist", "extension.js"), code);
await writeFile(join(OUT, "dist", "licenses.txt"), await licenses(packages));
for (const { url } of manifest.contributes.yamlValidation) await cp(join(ROOT, "schemas", basename(url)), join(OUT, url));
await cp(join(ROOT, "LICENSE"), join(OUT, "LICENSE"));
await cp(join(HERE, "README.md"), join(OUT, "README.md"));
// what only the build needs stays outside; an extension is loaded as CommonJS
const { scripts: _scripts, devDependencies: _packages, type: _type, private: _private, ...shipped } = manifest;
await writeFile(join(OUT, "package.json"), `${JSON.stringify({ ...shipped, version }, null, 2)}\n`);
process.env.SOURCE_DATE_EPOCH ??= "1767225600"; // 2026-01-01
process.env.TZ = "UTC";
await createVSIX({
  cwd: OUT,
  packagePath: join(HERE, `${manifest.name}-${version}.vsix`),
  dependencies: false,
  allowMissingRepository: true,
  rewriteRelativeLinks: false,
});
