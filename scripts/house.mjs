#!/usr/bin/env node
/**
 * `npm run house`: prints the figures of the sources' structure, read from the files as they are: slices (folders and entry points directly below
 * src/) and the rooms in them, arrows between slices and between the rooms of one, arrows that lead up the import table, lines, the share of lines
 * that are comments and words of docs/. With --new-rule (half a minute) also the files and lines that a new rule changes, made by the scaffold in a checkout of its own.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ROOT } from "./bundle/options.mjs";
import { filesBelow, loadSources, readText } from "./generate/sources.mjs";

const { importsOf, roomOf, sliceOf, withoutComments, ALLOWED, ROOMS, isCounted, wordsIn, MOST_WORDS } = await loadSources(
  `export { importsOf, roomOf, sliceOf } from "./test/house/imports.ts";
   export { withoutComments } from "./test/house/comments.ts";
   export { ALLOWED, ROOMS } from "./test/house/table.ts";
   export { isCounted, wordsIn, MOST_WORDS } from "./test/house/documentation.ts";`,
);

const paths = (await filesBelow("src", ".ts")).filter((path) => !path.endsWith(".d.ts"));
const sources = await Promise.all(paths.map(async (path) => ({ path, text: (await readText(path)) ?? "" })));

/** Returns the imports between the parts to which `partOf` maps paths, as pairs; an index.ts is not a part by itself. */
function arrowsOf(partOf) {
  const imports = sources.flatMap((source) => importsOf(source).filter(({ ours, to }) => ours && to.startsWith("src/")));
  const pairs = imports.map(({ from, to }) => [partOf(from), partOf(to)]).filter(([from, to]) => from !== to);
  return [...new Set(pairs.map((pair) => pair.join(" ")))].map((pair) => pair.split(" "));
}

/** Returns the number of lines of a file that contain only a comment, and of all lines that are not empty. */
function linesOf({ text }) {
  const bare = withoutComments(text, { literals: true }).split("\n");
  const written = text.split("\n").map((line, i) => ({ line: line.trim(), code: (bare[i] ?? "").trim() }));
  const filled = written.filter(({ line }) => line !== "");
  return { all: filled.length, comments: filled.filter(({ code }) => code === "").length };
}

/**
 * Makes a rule with the scaffold in a checkout of HEAD of its own, writes its expected words, and removes the checkout.
 * @returns The files and lines that this changes: those of a new rule's pull request without tests of its own.
 */
function newRule() {
  const folder = join(mkdtempSync(join(tmpdir(), "tierwright-house-")), "checkout");
  const git = (...args) => execFileSync("git", args, { cwd: folder, encoding: "utf8" });
  const run = (script, ...args) => execFileSync(process.execPath, [join(folder, "scripts", script), ...args], { cwd: folder });
  execFileSync("git", ["worktree", "add", "--quiet", "--detach", folder], { cwd: ROOT });
  try {
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"), "junction");
    run("new.mjs", "rule", "conf/measured");
    run("update.mjs", "test/compiler/rules/examples.test.ts");
    git("add", "--all", "--", "src", "test", "docs", "schemas");
    const rows = git("diff", "--cached", "--numstat").trim().split("\n");
    const changed = rows.map((row) => row.split("\t").slice(0, 2).map(Number));
    return { files: rows.length, lines: changed.flat().reduce((sum, count) => sum + count, 0) };
  } finally {
    execFileSync("git", ["worktree", "remove", "--force", folder], { cwd: ROOT });
    rmSync(dirname(folder), { recursive: true, force: true });
  }
}

const pages = await Promise.all((await filesBelow("docs", ".md")).filter(isCounted).map(readText));
const words = pages.reduce((sum, text) => sum + wordsIn(text ?? ""), 0);

const row = (name, figure) => console.log(`${name.padEnd(44)} ${figure}`);

const slices = arrowsOf(sliceOf);
const within = arrowsOf(roomOf).filter(
  ([from, to]) => sliceOf(`src/${from}`) === sliceOf(`src/${to}`) && from.includes("/") && to.includes("/"),
);
const order = Object.keys(ALLOWED);
const up = [
  ...slices.filter(([from, to]) => order.indexOf(to) > order.indexOf(from)),
  ...within.filter(([from, to]) => {
    const [slice, room] = from.split("/");
    const rooms = ROOMS[slice] ?? [];
    return rooms.indexOf(to.split("/")[1]) > rooms.indexOf(room);
  }),
];
const out = order.map((slice) => [slice, slices.filter(([from]) => from === slice).length]).sort(([, a], [, b]) => b - a);
const counted = sources.map(linesOf);
const all = counted.reduce((sum, { all: lines }) => sum + lines, 0);
const comments = counted.reduce((sum, { comments: lines }) => sum + lines, 0);

row("slices and entry points", order.length);
row("rooms in the slices", Object.values(ROOMS).flat().length);
row("arrows between slices and entry points", slices.length);
row("arrows between rooms of a slice", within.length);
row("arrows up", up.length === 0 ? 0 : `${up.length}: ${up.map((pair) => pair.join(" → ")).join(", ")}`);
row(
  "slices with the most arrows",
  out
    .slice(0, 5)
    .map(([slice, count]) => `${slice} ${count}`)
    .join(", "),
);
row("files of src/", paths.length);
row(
  "lines of src/",
  sources.reduce((sum, { text }) => sum + text.split("\n").length - 1, 0),
);
row("share of written lines that are comments", `${((100 * comments) / all).toFixed(1)} %`);
row("words of docs/", `${words} of at most ${MOST_WORDS}`);
if (process.argv.includes("--new-rule")) {
  const { files, lines } = newRule();
  row("a new rule of the scaffold", `${files} files, ${lines} lines`);
}
