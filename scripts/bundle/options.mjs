/** Settings that all bundles of the sources share: the shipped build (config.mjs), the tests and the generators. */
import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { writePageAssets } from "../page.mjs";
import { writeScripts } from "../powershell.mjs";

/** Absolute path of the project folder. */
export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Returns text constants that replace identifiers in the sources; vitest.config.ts defines the same constants for tests. */
export async function definitions() {
  const { name, version, homepage = "" } = JSON.parse(await readFile(new URL("../../package.json", import.meta.url), "utf8"));
  return {
    __TIERWRIGHT_PACKAGE__: JSON.stringify(name),
    __TIERWRIGHT_VERSION__: JSON.stringify(version),
    __TIERWRIGHT_BUILD__: JSON.stringify(await sourceHash()),
    __TIERWRIGHT_HOME__: JSON.stringify(homepage.replace(/#.*$/, "").replace(/\/$/, "")),
  };
}

/** Returns a digest of the sources: cached results are valid only for exactly the code that computed them, released or not. */
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

/** Endings of files that the code imports as texts: templates, delivered scripts and scripts of shells (src/assets.d.ts). */
export const TEXTS = ["hbs", "ps1", "bash", "zsh", "fish"];

const inPackage = (path) => fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url));

/** Path of yaml's ES modules, which are equal to its CommonJS form without the parts that nobody imports. Tests use them, too. */
export const YAML = { yaml: inPackage("yaml/browser/index.js") };

/** Replacements that take ES modules for the entries of packages. */
const MODULES = {
  ...YAML,
  "handlebars/runtime": inPackage("handlebars/lib/handlebars.runtime.js"),
  handlebars: inPackage("handlebars/lib/handlebars.js"),
};

/**
 * Replacements for entries of packages. The entry of handlebars reads template files and hooks require(); its module source does neither,
 * and only that can be shipped, because a template must not reach the file system. handlebars uses source-map to map compiled templates
 * back to their sources, which Tierwright never does.
 */
export const LIBRARIES = { ...MODULES, "source-map": false };

/**
 * Returns options for ES modules of tests and generators, on the oldest supported Node.
 * @returns {Promise<import("esbuild").BuildOptions>}
 */
export async function bundleOptions() {
  return {
    absWorkingDir: ROOT,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    alias: MODULES,
    external: ["source-map"],
    define: await definitions(),
    loader: Object.fromEntries(TEXTS.map((ending) => [`.${ending}`, "text"])),
    legalComments: "none",
    charset: "utf8",
    logLevel: "warning",
  };
}

/** A plugin of the test runner that imports templates and scripts as texts, and first generates the sources that git does not keep. */
export const templatesAsText = {
  name: "templates-as-text",
  enforce: "pre",
  async config() {
    writeScripts();
    await writePageAssets();
    await (await import("../templates.mjs")).default();
  },
  transform(code, id) {
    return TEXTS.some((ending) => id.endsWith(`.${ending}`))
      ? { code: `export default ${JSON.stringify(code)};`, map: null }
      : null;
  },
};
