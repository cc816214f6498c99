#!/usr/bin/env node
/** `npm run diagnose:score`: prints precision and recall of `diagnose` over all samples, and the look-alikes of each cause by kind. */
import { figureLines, score } from "./generate/diagnose-score.mjs";

const result = await score();
const row = ([id, ...counts]) => `${id.padEnd(30)}${counts.map((count) => String(count).padStart(9)).join("")}`;
console.log([...figureLines(result), "", row(["cause", ...result.kinds]), ...result.table.map(row)].join("\n"));
