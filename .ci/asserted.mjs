/**
 * Compares docs/traceability.md with what really ran: every clause that it does not call open must have at least one
 * passed test that carries its tag. Arguments: JSON reports of vitest.
 */
import { readFileSync } from "node:fs";

const reports = process.argv.slice(2);
const passed = new Set();
for (const report of reports) {
  for (const file of JSON.parse(readFileSync(report, "utf8")).testResults) {
    for (const { status, fullName } of file.assertionResults) {
      if (status !== "passed") continue;
      for (const [, clauses] of fullName.matchAll(/\[([A-H]\d+(?:, ?[A-H]\d+)*)\]/g)) {
        for (const clause of clauses.split(/, ?/)) passed.add(clause);
      }
    }
  }
}

const page = readFileSync("docs/traceability.md", "utf8");
const sections = [...page.matchAll(/^### ([A-H]\d+) [^\n]*\n\n([^\n]*)/gm)];
const claimed = sections.filter(([, , first]) => first.startsWith("- ")).map(([, clause]) => clause);
const missing = claimed.filter((clause) => !passed.has(clause));
console.log(`${claimed.length} clauses listed, ${missing.length} of them without a passed test in ${reports.length} reports`);
if (missing.length > 0) console.log(missing.join(", "));
process.exitCode = missing.length === 0 && claimed.length > 0 && reports.length > 0 ? 0 : 1;
