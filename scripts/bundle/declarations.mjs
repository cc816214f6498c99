/** Makes the type declarations of the public API (src/index.ts) with the TypeScript compiler. */
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, posix, relative, sep } from "node:path";
import { ROOT } from "./options.mjs";

const FLAGS =
  "--declaration --emitDeclarationOnly --noEmit false --noCheck --module nodenext --target es2022 --lib es2023 --types node";
const MORE = "--strict --skipLibCheck --verbatimModuleSyntax --allowImportingTsExtensions --ignoreConfig --rootDir src";

function tsc(args) {
  const compiler = join(ROOT, "node_modules", "typescript", "bin", "tsc");
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [compiler, ...args], { cwd: ROOT }, (error, stdout, stderr) => {
      if (error) reject(new Error(`declarations of src/index.ts: tsc failed\n${stdout}${stderr}`));
      else resolve();
    });
  });
}

/** Returns a declaration with `./x.js` in place of `./x.ts`: other compilers look up that name and find the file x.d.ts. */
function asJavaScriptNames(text) {
  return text.replace(/(from\s+|import\()(["'])(\.{1,2}\/[^"']+)\.ts\2/g, "$1$2$3.js$2");
}

/** Returns the declarations that the public API's own declarations import; users cannot import any others. */
function reached(all, entry) {
  const found = new Map();
  const visit = (name) => {
    if (found.has(name)) return;
    const text = all.get(name);
    if (text === undefined) throw new Error(`a public declaration imports ${name}, which has none`);
    found.set(name, text);
    for (const [, path] of text.matchAll(/(?:from\s+|import\()["'](\.{1,2}\/[^"']+)\.js["']/g))
      visit(posix.join(posix.dirname(name), `${path}.d.ts`));
  };
  visit(entry);
  return found;
}

/**
 * Returns the type declarations of the public API.
 * @returns {Promise<Map<string, Buffer>>} `types/...d.ts` -> bytes
 */
export async function declarations() {
  const folder = await mkdtemp(join(tmpdir(), "tierwright-types-"));
  try {
    await tsc([...FLAGS.split(" "), ...MORE.split(" "), "--outDir", folder, "src/index.ts"]);
    const outputs = new Map();
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const name = `types/${relative(folder, path).split(sep).join("/")}`;
      outputs.set(name, asJavaScriptNames(await readFile(path, "utf8")));
    }
    return new Map([...reached(outputs, "types/index.d.ts")].map(([name, text]) => [name, Buffer.from(text)]));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
