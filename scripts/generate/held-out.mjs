/** How well `diagnose` does on a folder of texts that somebody else wrote, each pasted into the built command line. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../bundle/options.mjs";
import { byText } from "./sources.mjs";

const CLI = join(ROOT, "build", "cli.cjs");

/** Returns the claims of `diagnose -` on a text, in its order. */
function claimsIn(path) {
  const { stdout, stderr } = spawnSync(process.execPath, [CLI, "diagnose", "-", "--format", "json"], {
    input: readFileSync(path),
    encoding: "utf8",
  });
  if (stdout === "") throw new Error(`diagnose ${path}: ${stderr}`);
  return JSON.parse(stdout).causes.map(({ id, confidence }) => ({ id, confidence }));
}

/**
 * Reads expected.json of a folder, {"FILE": "GROUP/ID" or null for a look-alike}, and the files beside it.
 * @returns One line of text for each miss and false claim, and the figures.
 */
export function heldOut(folder) {
  const expected = JSON.parse(readFileSync(join(folder, "expected.json"), "utf8"));
  const files = Object.keys(expected).sort(byText);
  const rows = files.map((file) => {
    const id = expected[file];
    const claims = claimsIn(join(folder, file));
    const sure = claims.filter(({ confidence }) => confidence !== "low");
    const right = id === null ? sure.length === 0 : claims[0]?.id === id;
    return { file, id, right, falseHigh: sure.filter((one) => one.id !== id && one.confidence === "high").length, claims };
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
