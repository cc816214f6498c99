import { expect, test } from "vitest";
import { below, read } from "../../house/project.ts";

/* A record is read by src/kernel/records/read.ts. Who reads JSON in another place says here what it is. */

/** Places of src/ that read JSON and judge no record by it. */
const OTHERS: Readonly<Record<string, string>> = {
  "records/read.ts": "every record",
  "bundle/read-manifest.ts": "the manifest of a bundle: strict, by its published form and rules of its own that name every fault",
  "load/probe-results.ts": "results that a person names with --probe: strict, by their published form",
  "commands/repository/gathered-receipt.ts": "a receipt of an archive is written as it was, and judged after that",
  "formats/json/strict.ts": "the reader itself",
  "relay/events.ts": "a line of a capture's events, which is judged there",
  "cache/lines.ts": "our own cache, whose lines are signed",
  "capture/body.ts": "a body that was recorded, to tell whether it is JSON",
  "commands/record/detached.ts": "what this program printed in another process",
  "io/detached.ts": "what this program printed in another process",
  "action/run.ts": "what this program printed",
  "mcp/answer.ts": "what this program printed",
  "mcp/stdio.ts": "a message of the protocol",
  "github-action.ts": "the event that GitHub wrote for the run",
  "artifacts/sso/panel-json.ts": "what this program compiled, to prove it",
  "artifacts/sso/realm-json.ts": "what this program compiled, to prove it",
  "report/sso-pin.ts": "values that this program made",
  "page/client/values.ts": "data of the page, which this program wrote",
  "commands/repository/plan-side.ts": "package.json of a change, for display",
  "io/rule-files.ts": "package.json of a change, for display",
  "idp/fault.ts": "an answer of the identity provider",
  "io/github.ts": "an answer of GitHub",
  "soa/answer.ts": "an answer of the tier",
  "users/export.ts": "an export of a realm",
};

const READS = /\bJSON\s*\.\s*parse\b|\breadStrictJson\(|\brecordProblems\(|\.json\(\)/;

test("[D4] [G5] no other place of the sources reads JSON of its own, and none of them is left in the list", () => {
  const found = below("src", /\.ts$/)
    .filter((path) => !/\.generated\.|^src\/schema\//.test(path))
    .filter((path) => READS.test(read(path).replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, "")))
    .map((path) => path.slice("src/".length));
  expect(found.sort()).toEqual(Object.keys(OTHERS).sort());
});

test("[D4] [G5] nobody calls a record judged but the function that judges one", () => {
  const found = below("src", /\.ts$/).filter((path) => /\bas Judged\b/.test(read(path)));
  // a receipt of another root is the same one with its places named as they are from here
  expect(found.sort()).toEqual(["src/kernel/records/read.ts", "src/deploy/swap/records/receipts.ts"]);
});
