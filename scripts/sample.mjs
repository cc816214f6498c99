// Writes the sample's synthetic kits, their base/ copies and locks; with --check reports whether the existing files are up to date.
// node scripts/sample.mjs [--check] [--out DIR]
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { commandLine } from "./command-line.mjs";
import { GENERATED_FOLDERS, sampleTree } from "./sample/tree.mjs";

const REPOSITORY = fileURLToPath(new URL("..", import.meta.url));

/** Returns files below a folder as paths with '/', relative to root; none if the folder is missing. */
function filesBelow(root, folder) {
  let entries;
  try {
    entries = readdirSync(join(root, folder), { withFileTypes: true });
  } catch (error) {
    if (error.code === "ENOENT") return [];
    throw error;
  }
  return entries.flatMap((entry) =>
    entry.isDirectory() ? filesBelow(root, `${folder}/${entry.name}`) : [`${folder}/${entry.name}`],
  );
}

function readOrNull(path) {
  try {
    return readFileSync(path);
  } catch (error) {
    if (error.code === "ENOENT") return null;
    throw error;
  }
}

/** Returns the differences between the existing files and the tree to write, one line for each file. */
function differences(root, tree) {
  const changed = [...tree].flatMap(([path, bytes]) => {
    const present = readOrNull(join(root, path));
    if (present === null) return [`missing: ${path}`];
    return present.equals(bytes) ? [] : [`differs: ${path}`];
  });
  return [...changed, ...strays(root, tree).map((path) => `not generated: ${path}`)];
}

function strays(root, tree) {
  return GENERATED_FOLDERS.flatMap((folder) => filesBelow(root, folder)).filter((path) => !tree.has(path));
}

function write(root, tree) {
  for (const path of strays(root, tree)) rmSync(join(root, path));
  for (const [path, bytes] of tree) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), bytes);
  }
}

const { values } = commandLine(
  { options: { check: { type: "boolean", default: false }, out: { type: "string", default: REPOSITORY } } },
  "node scripts/sample.mjs [--check] [--out DIR]",
);
const tree = sampleTree();
if (values.check) {
  const lines = differences(values.out, tree);
  if (lines.length > 0) {
    console.error(`${lines.join("\n")}\nThe sample is not what scripts/sample.mjs writes. Run: node scripts/sample.mjs`);
    process.exitCode = 1;
  }
} else {
  write(values.out, tree);
  const size = [...tree.values()].reduce((sum, bytes) => sum + bytes.length, 0);
  console.log(`sample: ${tree.size} files, ${size} bytes`);
}
