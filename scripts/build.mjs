#!/usr/bin/env node
/**
 * Builds build/ and action/ (bundle/config.mjs), with the declarations of the public API and the licenses of what is inside.
 * Deterministic: the same sources give the same bytes. Everything that runs is inside, so nothing is installed beside it.
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

/** The command by its path as an ES module, for whoever named it so. */
const CLI_JS = '#!/usr/bin/env node\nimport "./cli.cjs";\n';

/** Returns all licenses as one text, for action/, which has no folder of them. */
function asOneText(licenses) {
  const texts = [...licenses].map(
    ([path, bytes]) => `## ${path.replace(/^licenses\/|\.txt$/g, "")}\n\n${bytes.toString("utf8").trim()}\n`,
  );
  return Buffer.from(texts.join("\n"));
}

/** Which test proves which clause: made from the tests, which a package does not hold. */
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
