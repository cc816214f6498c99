#!/usr/bin/env node
/**
 * Compiles templates/*.hbs ahead of time to src/compiler/artifacts/ready-templates.generated.mjs, which git does not keep: a command that
 * renders them needs neither the compiler of Handlebars nor its time.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { writeBuiltSource } from "./bundle/built-source.mjs";
import { ROOT } from "./bundle/options.mjs";

const COMPILER = "src/kernel/formats/template";

const filesOf = (folder) =>
  readdirSync(join(ROOT, folder))
    .sort()
    .map((name) => `${folder}/${name}`);

/** Compiles the templates again if one of them or their compiler has changed. */
export default async function writeTemplates() {
  const templates = filesOf("templates").filter((path) => path.endsWith(".hbs"));
  await writeBuiltSource({
    output: "src/compiler/artifacts/ready-templates.generated.mjs",
    script: "scripts/templates.mjs",
    from: "templates/",
    sources: [...templates, ...filesOf(COMPILER)],
    async build() {
      const { loadSources } = await import("./generate/sources.mjs");
      const { codeOf } = await loadSources(`export * from "./${COMPILER}/template.ts";`);
      const compiled = templates.map((path) => {
        const name = path.slice("templates/".length);
        return `${JSON.stringify(name)}:${codeOf(name, readFileSync(join(ROOT, path), "utf8"))}`;
      });
      return `export const COMPILED = {${compiled.join(",\n")}};\n`;
    },
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await writeTemplates();
