#!/usr/bin/env node
/**
 * Builds build/ and action/ (bundle/config.mjs), with the type declarations of the public API and the licenses of the packages inside.
 * Deterministic: equal sources give equal bytes. The build contains all code that runs, so nothing is installed in addition.
 */
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bundle } from "./bundle/config.mjs";
import { declarations } from "./bundle/declarations.mjs";
import { licensesOf } from "./bundle/licenses.mjs";
import { ROOT } from "./bundle/options.mjs";
import { writeUnkeptSources } from "./bundle/unkept.mjs";
import { replaceFolder } from "./bundle/write.mjs";
import { outputs } from "./generate/traceability.mjs";

/** The command as an ES module, for callers that use this path. */
const CLI_JS = '#!/usr/bin/env node\nimport "./cli.cjs";\n';

/** Returns all licenses as one text, for action/, which has no folder for them. */
function asOneText(licenses) {
  const texts = [...licenses].map(
    ([path, bytes]) => `## ${path.replace(/^licenses\/|\.txt$/g, "")}\n\n${bytes.toString("utf8").trim()}\n`,
  );
  return Buffer.from(texts.join("\n"));
}

/** Writes the page that shows which test proves which clause. The build makes it, because a package does not contain the tests. */
async function writeTraceability() {
  if (!existsSync(join(ROOT, "test"))) return;
  for (const { path, text } of await outputs()) await writeFile(join(ROOT, path), text);
}

async function run() {
  await writeUnkeptSources();
  await writeTraceability();
  const [command, library, action] = await Promise.all(["command", "library", "action"].map(bundle));
  const [types, licenses] = await Promise.all([declarations(), licensesOf([...command.inputs, ...library.inputs])]);
  const build = new Map([...command.files, ...library.files, ["cli.js", Buffer.from(CLI_JS)], ...types, ...licenses]);
  await replaceFolder(join(ROOT, "build"), build);
  await replaceFolder(join(ROOT, "action"), action.files.set("licenses.txt", asOneText(await licensesOf(action.inputs))));
}

await run().catch((error) => {
  console.error(error.message);
  console.error("build/ and action/ are left as they were");
  process.exitCode = 1;
});
