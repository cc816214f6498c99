#!/usr/bin/env node
/**
 * Builds the script and the style sheet of the report's page from src/serve/page/client, as one text each in
 * src/serve/page/assets.generated.mjs, which git does not keep. The page contains both, and allows them by their hashes.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeBuiltSource } from "./bundle/built-source.mjs";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const FOLDER = "src/serve/page";

/** Returns the sources of both texts: the files of the folder and, because the script imports some of them, of the folder above. */
function sources() {
  const client = readdirSync(join(ROOT, FOLDER, "client")).map((name) => `client/${name}`);
  const own = readdirSync(join(ROOT, FOLDER)).filter((name) => name.endsWith(".ts"));
  return [...client, ...own].sort().map((name) => `${FOLDER}/${name}`);
}

const COMMON = { bundle: true, minify: true, write: false, charset: "ascii", legalComments: "none", logLevel: "warning" };

/** Browsers of the last three years, for which the script and the style sheet are built. */
const TARGET = ["chrome111", "firefox115", "safari16.4"];

async function build() {
  const esbuild = await import("esbuild");
  const [script, style] = await Promise.all(
    ["main.ts", "page.css"].map(async (name) => {
      const { outputFiles } = await esbuild.build({
        ...COMMON,
        target: TARGET,
        format: "iife",
        entryPoints: [join(ROOT, FOLDER, "client", name)],
      });
      return outputFiles[0].text.trim();
    }),
  );
  if (/<\/(?:script|style)|<!--/i.test(script + style))
    throw new Error("src/serve/page/client: a text in it would end its own element");
  return `export const SCRIPT = ${JSON.stringify(script)};\nexport const STYLE = ${JSON.stringify(style)};\n`;
}

/** Builds both texts again if a source has changed. */
export async function writePageAssets() {
  await writeBuiltSource({
    output: `${FOLDER}/assets.generated.mjs`,
    script: "scripts/page.mjs",
    from: `${FOLDER}/client`,
    sources: sources(),
    build,
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writePageAssets();
