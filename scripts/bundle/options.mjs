/**
 * The one set of bundling options: the shipped build and the generator's own look at the sources use the same.
 */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** Absolute path of the project folder. */
export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Text constants that replace identifiers in the sources; the tests define them alike (vitest.config.ts). */
export async function definitions() {
  const { version } = JSON.parse(await readFile(new URL("../../package.json", import.meta.url), "utf8"));
  return { __TIERWRIGHT_VERSION__: JSON.stringify(version) };
}

const inPackage = (path) => fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url));

/** yaml's ES modules: the same code as its CommonJS form, without the parts that nobody imports. Tests use them too. */
export const YAML = { yaml: inPackage("yaml/browser/index.js") };

/**
 * handlebars' package entry reads template files and hooks require(); its module source does neither,
 * and only that may be shipped: a template must not be able to reach the file system.
 */
const HANDLEBARS = {
  handlebars: inPackage("handlebars/lib/handlebars.js"),
  // It maps compiled templates back to their sources where it finds this, which nobody here asks for.
  "source-map": fileURLToPath(new URL("nothing.mjs", import.meta.url)),
};

/** @returns {Promise<import("esbuild").BuildOptions>} options for ES modules that run on the oldest supported Node */
export async function bundleOptions() {
  return {
    absWorkingDir: ROOT,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    alias: { ...YAML, ...HANDLEBARS },
    define: await definitions(),
    loader: { ".hbs": "text" },
    legalComments: "none",
    charset: "utf8",
    logLevel: "warning",
  };
}

/** The same for the test runner: a template is its text. */
export const templatesAsText = {
  name: "templates-as-text",
  enforce: "pre",
  transform(code, id) {
    return id.endsWith(".hbs") ? { code: `export default ${JSON.stringify(code)};`, map: null } : null;
  },
};
