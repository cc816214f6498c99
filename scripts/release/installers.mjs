#!/usr/bin/env node
/**
 * Writes the files from which package managers install a release, all from one table of executables with their digests:
 * node scripts/release/installers.mjs --files DIR --home ADDRESS --out DIR
 * DIR contains every executable of a release (platforms.mjs), ADDRESS is the project's https address, whose releases have them under the
 * tag v1.2.3. The files are winget manifests, a scoop manifest, a Homebrew formula, a .deb for each Linux architecture (with dpkg-deb), and
 * intune.json for docs/install.md. Equal executables give equal bytes.
 */
import { createHash } from "node:crypto";
import { createReadStream, readFileSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "../bundle/options.mjs";
import { withHome } from "../home.mjs";
import { debs } from "./debian.mjs";
import { formula } from "./homebrew.mjs";
import { intune } from "./intune.mjs";
import { fileOf, PLATFORMS } from "./platforms.mjs";
import { scoop } from "./scoop.mjs";
import { winget } from "./winget.mjs";

/** Returns the sha256 of a file in lower-case hex. */
async function digestOf(path) {
  const hash = createHash("sha256");
  for await (const part of createReadStream(path)) hash.update(part);
  return hash.digest("hex");
}

/**
 * Returns the facts that every installer is made from.
 * @param {string} files the folder of the executables
 * @param {string} address the project's https address
 * @returns {Promise<{ version: string, home: string, description: string, executables: Record<string, { file: string, path: string, url: string, sha256: string }> }>}
 * @throws {Error} if an executable is missing or there is one of an unknown platform
 */
export async function releaseFacts(files, address) {
  const {
    version,
    description,
    homepage: home,
  } = withHome(JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")), address);
  const there = (await readdir(files)).filter((name) => name.startsWith("tierwright-") && !name.endsWith(".tgz"));
  const wanted = PLATFORMS.map(fileOf);
  const missing = wanted.filter((file) => !there.includes(file));
  if (missing.length > 0) throw new Error(`${files} has no ${missing.join(", no ")}`);
  const unknown = there.filter((file) => !wanted.includes(file));
  if (unknown.length > 0) throw new Error(`${files} has files of no platform: ${unknown.join(", ")}`);
  const rows = PLATFORMS.map(async (platform) => {
    const file = fileOf(platform);
    const path = join(files, file);
    return [platform.name, { file, path, url: `${home}/releases/download/v${version}/${file}`, sha256: await digestOf(path) }];
  });
  return { version, home, description, executables: Object.fromEntries(await Promise.all(rows)) };
}

/** Returns the text files of every package manager: path -> text. */
export const textsOf = (facts) => ({
  ...winget(facts),
  "scoop/tierwright.json": scoop(facts),
  "homebrew/tierwright.rb": formula(facts),
  "intune/intune.json": intune(facts),
});

async function main() {
  const options = Object.fromEntries(["files", "home", "out"].map((name) => [name, { type: "string" }]));
  const { values } = parseArgs({ options });
  const lacking = Object.keys(options).filter((name) => values[name] === undefined);
  if (lacking.length > 0) throw new Error(`--${lacking[0]} is missing: --files DIR --home ADDRESS --out DIR`);
  const facts = await releaseFacts(resolve(values.files), values.home);
  const out = resolve(values.out);
  for (const [path, text] of Object.entries(textsOf(facts))) {
    await mkdir(dirname(join(out, path)), { recursive: true });
    await writeFile(join(out, path), text);
  }
  await debs(facts, join(out, "debian"));
}

if (process.argv[1]?.endsWith("installers.mjs")) {
  await main().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
