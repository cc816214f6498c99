import { expect, test } from "vitest";
import { below, read } from "../../house/project.ts";

/* A record is read by src/kernel/records/read.ts. Who reads JSON in another place says here what it is. */

/** Places of src/ that read JSON and judge no record by it. */
const OTHERS: Readonly<Record<string, string>> = {
  "kernel/records/read.ts": "every record",
  "deploy/bundle/read-manifest.ts":
    "the manifest of a bundle: strict, by its published form and rules of its own that name every fault",
  "compiler/load/probe-results.ts": "results that a person names with --probe: strict, by their published form",
  "deploy/workstation/gathered-receipt.ts": "a receipt of an archive is written as it was, and judged after that",
  "kernel/formats/json/strict.ts": "the reader itself",
  "record/relay/events.ts": "a line of a capture's events, which is judged there",
  "platform/cache/lines.ts": "our own cache, whose lines are signed",
  "record/capture/body.ts": "a body that was recorded, to tell whether it is JSON",
  "record/commands/record/detached.ts": "what this program printed in another process",
  "platform/detached.ts": "what this program printed in another process",
  "serve/action/run.ts": "what this program printed",
  "serve/mcp/answer.ts": "what this program printed",
  "github-action.ts": "the event that GitHub wrote for the run",
  "compiler/artifacts/sso/panel-json.ts": "what this program compiled, to prove it",
  "compiler/artifacts/sso/realm-json.ts": "what this program compiled, to prove it",
  "live/views/sso-pin.ts": "values that this program made",
  "serve/page/client/values.ts": "data of the page, which this program wrote",
  "compiler/commands/plan/plan-side.ts": "package.json of a change, for display",
  "platform/rule-files.ts": "package.json of a change, for display",
  "live/idp/fault.ts": "an answer of the identity provider",
  "platform/github.ts": "an answer of GitHub",
  "live/soa/answer.ts": "an answer of the tier",
  "report/result.ts": "the document that this program printed, from which its text is made",
  "compiler/users/export.ts": "an export of a realm",
  "diagnose/causes/evidence/idp-event.ts": "an event in a log",
  "diagnose/causes/evidence/page.ts": "an answer in a log, to tell whether it is JSON",
  "diagnose/causes/unwrapped.ts": "a line of a log, as a container or a service manager wrote it",
};

const READS = /\bJSON\s*\.\s*parse\b|\breadStrictJson\(|\brecordProblems\(|\.json\(\)/;

test("[D4] [G5] no other place of the sources reads JSON of its own, and none of them is left in the list", () => {
  const found = below("src", /\.ts$/)
    .filter((path) => !/\.generated\.|^src\/kernel\/schema\//.test(path))
    .filter((path) => READS.test(read(path).replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, "")))
    .map((path) => path.slice("src/".length));
  expect(found.sort()).toEqual(Object.keys(OTHERS).sort());
});

test("[D4] [G5] nobody calls a record judged but the function that judges one", () => {
  const found = below("src", /\.ts$/).filter((path) => /\bas Judged\b/.test(read(path)));
  // a receipt of another root is the same one with its places named as they are from here
  expect(found.sort()).toEqual(["src/deploy/swap/records/receipts.ts", "src/kernel/records/read.ts"]);
});
