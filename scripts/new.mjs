#!/usr/bin/env node
/**
 * Writes a scaffold for one new member of an open set: `npm run new rule GROUP/NAME`, `diagnostic GROUP/NAME`, `artifact NAME`, `command
 * SLICE/FAMILY/VERB`, `cause GROUP/NAME`, `check FAMILY/NAME`, `probe FAMILY/NAME`, `format NAME`, `field DOCUMENT/PATH.FIELD`. The file
 * passes types and lint; a comment in it says what to fill in. Only a field edits an existing file. The generated lists are updated, except
 * with --no-generate, for a user who adds several members.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ROOT } from "./bundle/options.mjs";

const KINDS = ["rule", "diagnostic", "artifact", "command", "cause", "check", "probe", "format", "field"];
const USAGE =
  "npm run new [-- --no-generate] rule GROUP/NAME | diagnostic GROUP/NAME | artifact NAME | command SLICE/FAMILY/VERB | cause GROUP/NAME | check FAMILY/NAME | probe FAMILY/NAME | format NAME | field DOCUMENT/PATH.FIELD";

function refuse(message) {
  console.error(`${message}\nuse: ${USAGE}`);
  process.exit(2);
}

const [kind, ...words] = process.argv.slice(2).filter((word) => word !== "--no-generate");
const generates = !process.argv.includes("--no-generate");
if (!KINDS.includes(kind)) refuse(kind === undefined ? "name the kind of the new member" : `there is no scaffold for '${kind}'`);
if (words.length === 0) refuse(`the ${kind} needs a name`);

const { scaffold } = await import(`./new/${kind}.mjs`);
let file;
try {
  file = scaffold(words.join(" "));
} catch (error) {
  refuse(error.message);
}
const { path, text, fill, edits = false } = file;
if (!edits && existsSync(join(ROOT, path))) refuse(`${path} exists already`);
await mkdir(dirname(join(ROOT, path)), { recursive: true });
await writeFile(join(ROOT, path), text);
console.log(`${edits ? "added it to" : "wrote"} ${path}`);

const { status } = generates
  ? spawnSync(process.execPath, [join(ROOT, "scripts", "generate.mjs")], { stdio: "inherit" })
  : { status: 0 };
console.log(`\nNow fill in: ${fill}`);
process.exitCode = status ?? 1;
