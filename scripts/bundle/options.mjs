/**
 * What every bundling of the sources has in common: the shipped build (config.mjs), the tests and the generators.
 */
import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { writePageAssets } from "../page.mjs";
import { writeScripts } from "../powershell.mjs";

/** Absolute path of the project folder. */
export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Text constants that replace identifiers in the sources; the tests define them alike (vitest.config.ts). */
export async function definitions() {
  const { name, version, homepage = "" } = JSON.parse(await readFile(new URL("../../package.json", import.meta.url), "utf8"));
  return {
    __TIERWRIGHT_PACKAGE__: JSON.stringify(name),
    __TIERWRIGHT_VERSION__: JSON.stringify(version),
    __TIERWRIGHT_BUILD__: JSON.stringify(await sourceHash()),
    __TIERWRIGHT_HOME__: JSON.stringify(homepage.replace(/#.*$/, "").replace(/\/$/, "")),
  };
}

/** What the code is made of: the content cache counts only for the very code that filled it, released or not. */
async function sourceHash() {
  const hash = createHash("sha256");
  for (const folder of ["src", "schemas", "templates"]) {
    const entries = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true });
    const paths = entries
      .filter((entry) => entry.isFile() && entry.name !== "README.md")
      .map((entry) => join(entry.parentPath, entry.name));
    for (const path of paths.sort())
      hash
        .update(relative(ROOT, path).split(sep).join("/"))
        .update("\0")
        .update(await readFile(path));
  }
  return hash
    .update(await readFile(join(ROOT, "package-lock.json")))
    .digest("hex")
    .slice(0, 16);
}

/** Endings of files that the code holds as texts: templates, delivered scripts, those of the shells (src/assets.d.ts). */
export const TEXTS = ["hbs", "ps1", "bash", "zsh", "fish"];

const inPackage = (path) => fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url));

/** yaml's ES modules: the same code as its CommonJS form, without the parts that nobody imports. Tests use them too. */
export const YAML = { yaml: inPackage("yaml/browser/index.js") };

/**
 * handlebars' package entry reads template files and hooks require(); its module source does neither,
 * and only that may be shipped: a template must not be able to reach the file system. Where it finds source-map it maps compiled templates
 * back to their sources, which nobody here asks for.
 */
export const LIBRARIES = { ...YAML, handlebars: inPackage("handlebars/lib/handlebars.js"), "source-map": false };

/** @returns {Promise<import("esbuild").BuildOptions>} options for ES modules of tests and generators, on the oldest supported Node */
export async function bundleOptions() {
  return {
    absWorkingDir: ROOT,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    alias: { ...YAML, handlebars: LIBRARIES.handlebars },
    external: ["source-map"],
    define: await definitions(),
    loader: Object.fromEntries(TEXTS.map((ending) => [`.${ending}`, "text"])),
    legalComments: "none",
    charset: "utf8",
    logLevel: "warning",
  };
}

/** The same for the test runner: a template or script is its text, and what git does not keep is put together first. */
export const templatesAsText = {
  name: "templates-as-text",
  enforce: "pre",
  async config() {
    writeScripts();
    await writePageAssets();
  },
  transform(code, id) {
    return TEXTS.some((ending) => id.endsWith(`.${ending}`))
      ? { code: `export default ${JSON.stringify(code)};`, map: null }
      : null;
  },
};
