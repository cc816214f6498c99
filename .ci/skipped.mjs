/** Names the tests that stayed out of every run, with the words of those that said why (test/support/not-run.ts). Arguments: JSON reports of vitest. */
import { readFileSync } from "node:fs";

const reports = process.argv.slice(2).map((path) => JSON.parse(readFileSync(path, "utf8")));
const results = reports.flatMap((report) => report.testResults.flatMap((file) => file.assertionResults));
const names = (wanted) => results.filter(({ status }) => (status === "passed") === wanted).map(({ fullName }) => fullName.trim());
const passed = new Set(names(true));
const failed = new Set(results.filter(({ status }) => status === "failed").map(({ fullName }) => fullName.trim()));
const out = new Set(names(false).filter((name) => !passed.has(name) && !failed.has(name)));
const why = new Map(results.filter(({ meta }) => meta?.notRun).map(({ fullName, meta }) => [fullName.trim(), meta.notRun]));
for (const name of [...out].sort()) console.log(`NOT RUN: test '${name}'${why.has(name) ? `: ${why.get(name)}` : ""}`);
