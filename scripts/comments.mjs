#!/usr/bin/env node
/**
 * `npm run comments [SEED]`: prints 20 comments of src/, drawn by the seed (1 without one), each with its file and up to three lines of the code below
 * it, which end at a blank line or another comment. A reader who has not seen the code explains each: 18 of them must be clear. The same seed draws the
 * same comments as long as no comment changes.
 */
import { createHash } from "node:crypto";
import { filesBelow, loadSources, readText } from "./generate/sources.mjs";

const { withoutComments } = await loadSources(`export { withoutComments } from "./test/house/comments.ts";`);
const COUNT = 20;
const LINES_BELOW = 3;

/** Returns the comments of a file, each with the code below it: neighbouring lines that hold nothing but a comment are one comment. */
function commentsOf(path, text) {
  const bare = withoutComments(text, { literals: true }).split("\n");
  const lines = text.split("\n").map((line, i) => ({ line: line.trim(), code: (bare[i] ?? "").trim() }));
  const comments = [];
  for (const [i, { line, code }] of lines.entries()) {
    const last = comments.at(-1);
    const isComment = line !== "" && code === "";
    if (isComment && last !== undefined && last.at + last.text.length === i + 1) last.text.push(line);
    else if (isComment) comments.push({ path, at: i + 1, text: [line], below: [] });
    else if (code !== "" && last?.at + last?.text.length + last?.below.length === i + 1 && last.below.length < LINES_BELOW)
      last.below.push(line);
  }
  return comments;
}

const seed = process.argv[2] ?? "1";
const paths = (await filesBelow("src", ".ts")).filter((path) => !/\.generated\.|\.d\.ts$/.test(path));
const all = (await Promise.all(paths.map(async (path) => commentsOf(path, (await readText(path)) ?? "")))).flat();
const rank = ({ path, text }) =>
  createHash("sha256")
    .update([seed, path, ...text].join("\n"))
    .digest("hex");
const drawn = all.map((one) => ({ ...one, rank: rank(one) })).sort((a, b) => (a.rank < b.rank ? -1 : 1));
for (const { path, at, text, below } of drawn.slice(0, COUNT))
  console.log(`${path}:${at}\n${text.join("\n")}\n${below.map((line) => `> ${line}\n`).join("")}`);
console.log(`${COUNT} of ${all.length} comments, seed ${seed}`);
