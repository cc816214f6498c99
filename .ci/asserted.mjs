/**
 * Compares docs/traceability.md, made anew, with what really ran: every clause that it does not call open must have at least one
 * passed test that carries its tag, or a passed example of a rule that it names. Arguments: JSON reports of vitest.
 */
import { readFileSync } from "node:fs";
import { clauseProofs } from "../scripts/generate/traceability.mjs";

const reports = process.argv.slice(2).map((path) => JSON.parse(readFileSync(path, "utf8")));
const results = reports.flatMap((report) => report.testResults.flatMap((file) => file.assertionResults));
const passed = results.filter(({ status }) => status === "passed").map(({ fullName }) => fullName.trim());

const tagged = passed.flatMap((name) => name.match(/\[[A-H]\d+(?:,? ?[A-H]\d+)*\]/g) ?? []);
const clauses = new Set(tagged.flatMap((tags) => tags.match(/[A-H]\d+/g)));
const rules = new Set(passed.filter((name) => name.includes("reports its failing example")).map((name) => name.split(" ")[0]));

const listed = [...(await clauseProofs())].filter(([, lines]) => lines.length > 0);
const examples = (lines) => lines.flatMap((line) => [...line.matchAll(/examples of `(.+)`/g)].map(([, id]) => id));
const asserted = ([clause, lines]) => clauses.has(clause) || examples(lines).some((id) => rules.has(id));
const missing = listed.filter((entry) => !asserted(entry)).map(([clause]) => clause);

console.log(`${listed.length} clauses listed, ${missing.length} of them without a passed test in ${reports.length} reports`);
if (missing.length > 0) console.log(missing.join(", "));
process.exitCode = missing.length === 0 && listed.length > 0 && reports.length > 0 ? 0 : 1;
