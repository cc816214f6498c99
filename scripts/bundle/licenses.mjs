/** The licences of the packages whose code is inside the build: theirs ask to go along with every copy. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "./options.mjs";

/** @param {Iterable<string>} inputs paths that esbuild read, relative to the project folder */
export async function licensesOf(inputs) {
  const packages = new Set();
  for (const input of inputs) {
    const name = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*\/node_modules\/)/.exec(input.replaceAll("\\", "/"))?.[1];
    if (name) packages.add(name);
  }
  const found = await Promise.all([...packages].sort().map(licenseOf));
  return new Map(found);
}

async function licenseOf(name) {
  const folder = join(ROOT, "node_modules", name);
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e(?:\.(?:md|txt))?$/i.test(entry));
  if (!file) throw new Error(`${name} is a part of the build and has no licence file`);
  const { version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const text = (await readFile(join(folder, file), "utf8")).replaceAll("\r\n", "\n");
  return [`licenses/${name.replace("/", "-")}.txt`, Buffer.from(`${name} ${version}\n\n${text.trimEnd()}\n`)];
}
