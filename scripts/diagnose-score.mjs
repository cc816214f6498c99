#!/usr/bin/env node
/**
 * `npm run diagnose:score`: prints precision and recall of `diagnose` over all samples, and the look-alikes of each cause by kind. With a FOLDER it
 * scores the texts in it instead, which somebody else wrote, against its expected.json: {"FILE": "GROUP/ID", or null where no cause applies}.
 */
import { figureLines, score } from "./generate/diagnose-score.mjs";
import { heldOut } from "./generate/held-out.mjs";

const row = ([id, ...counts]) => `${id.padEnd(30)}${counts.map((count) => String(count).padStart(9)).join("")}`;
const own = (result) => [...figureLines(result), "", row(["cause", ...result.kinds]), ...result.table.map(row)];
const [folder] = process.argv.slice(2);
console.log((folder === undefined ? own(await score()) : heldOut(folder)).join("\n"));
