/** How well `diagnose` does on a folder of texts that somebody else wrote, as the built command line reads them. */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "../bundle/options.mjs";
import { byText } from "./sources.mjs";

const CLI = join(ROOT, "build", "cli.cjs");

/** Returns the claims of `diagnose` on a file: causes of medium or high confidence, in its order. A run that finds nothing exits with a code above 0. */
async function claimsIn(path) {
  const run = promisify(execFile)(process.execPath, [CLI, "diagnose", path, "--format", "json"], { maxBuffer: 1 << 28 });
  const { stdout, stderr } = await run.catch((failed) => failed);
  if (stdout === "") throw new Error(`diagnose ${path}: ${stderr}`);
  return JSON.parse(stdout).causes.map(({ id, confidence }) => ({ id, confidence }));
}

/**
 * Reads expected.json of a folder, {"FILE": "GROUP/ID" or null for a look-alike}, and the files beside it.
 * @returns One line of text for each miss and false claim, and the figures.
 */
export async function heldOut(folder) {
  const expected = Object.entries(JSON.parse(await readFile(join(folder, "expected.json"), "utf8"))).sort(([a], [b]) =>
    byText(a, b),
  );
  const found = new Array(expected.length);
  const work = expected.map((_, i) => i).values();
  const reader = async () => {
    for (const i of work) found[i] = await claimsIn(join(folder, expected[i][0]));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, reader));
  const rows = expected.map(([file, id], i) => {
    const claims = found[i].filter(({ confidence }) => confidence !== "low");
    const right = id === null ? claims.length === 0 : found[i][0]?.id === id;
    return {
      file,
      id,
      right,
      falseHigh: claims.filter((one) => one.id !== id && one.confidence === "high").length,
      claims: found[i],
    };
  });
  const told = ({ file, id, claims }) =>
    `${file}: ${id ?? "no cause"} expected, ${claims.map((one) => `${one.id} (${one.confidence})`).join(", ") || "nothing"} found`;
  const figure = (name, part) => `${name}: ${part.filter(({ right }) => right).length} of ${part.length}`;
  const highIn = (part) => part.reduce((sum, { falseHigh }) => sum + falseHigh, 0);
  const [positives, lookAlikes] = [rows.filter(({ id }) => id !== null), rows.filter(({ id }) => id === null)];
  return [
    ...rows.filter(({ right, falseHigh }) => !right || falseHigh > 0).map(told),
    "",
    figure("named first", positives),
    figure("look-alikes left alone", lookAlikes),
    `false claims of high confidence: ${highIn(positives)} beside a cause, ${highIn(lookAlikes)} on look-alikes`,
  ];
}
