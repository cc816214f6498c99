/** Collects the licenses of the packages whose code is in the build, because these licenses must accompany every copy. */
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "./options.mjs";

/**
 * Returns the licenses of the packages among the bundled files.
 * @param {Iterable<string>} inputs paths of the bundled files, relative to the project folder
 */
export async function licensesOf(inputs) {
  const packages = new Set();
  for (const input of inputs) {
    const name = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*\/node_modules\/)/.exec(input.replaceAll("\\", "/"))?.[1];
    if (name) packages.add(name);
  }
  const found = await Promise.all([...packages].sort().map(licenseOf));
  return new Map(found);
}

const read = async (name, file) => (await readFile(join(ROOT, "node_modules", name, file), "utf8")).replaceAll("\r\n", "\n");
const detailsOf = async (name) => JSON.parse(await read(name, "package.json"));

/** Returns the license text in a package. For a package that only names its license, returns the text in this folder. */
async function textOf(name) {
  const file = (await readdir(join(ROOT, "node_modules", name))).find((entry) => /^licen[cs]e(?:\.(?:md|txt))?$/i.test(entry));
  if (file) return read(name, file);
  const own = join(ROOT, "scripts", "bundle", "licenses", `${name}.txt`);
  if (existsSync(own)) return readFile(own, "utf8");
  throw new Error(`${name} is a part of the build and has no licence file`);
}

async function licenseOf(name) {
  const { version } = await detailsOf(name);
  const text = await textOf(name);
  return [`licenses/${name.replace("/", "-")}.txt`, Buffer.from(`${name} ${version}\n\n${text.trimEnd()}\n`)];
}
