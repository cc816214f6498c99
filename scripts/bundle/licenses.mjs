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

/** Packages that name their licence and do not bring its text: that of another package of the same author, under the same licence. */
const TEXT_OF = { "@nodable/entities": "fast-xml-parser" };

const read = async (name, file) => (await readFile(join(ROOT, "node_modules", name, file), "utf8")).replaceAll("\r\n", "\n");
const detailsOf = async (name) => JSON.parse(await read(name, "package.json"));

async function textOf(name) {
  const file = (await readdir(join(ROOT, "node_modules", name))).find((entry) => /^licen[cs]e(?:\.(?:md|txt))?$/i.test(entry));
  if (file) return read(name, file);
  const other = TEXT_OF[name];
  if (!other) throw new Error(`${name} is a part of the build and has no licence file`);
  const [own, its] = await Promise.all([detailsOf(name), detailsOf(other)]);
  const same = own.license === its.license && JSON.stringify(own.author) === JSON.stringify(its.author);
  if (!same) throw new Error(`${name} is no longer of the author and under the licence of ${other}`);
  return `${own.license}, ${own.author?.name ?? own.author}; the text is that of ${other}\n\n${await textOf(other)}`;
}

async function licenseOf(name) {
  const { version } = await detailsOf(name);
  const text = await textOf(name);
  return [`licenses/${name.replace("/", "-")}.txt`, Buffer.from(`${name} ${version}\n\n${text.trimEnd()}\n`)];
}
