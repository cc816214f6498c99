import type { Problem } from "../../diagnostic/finding.ts";
import type { PropertyEntry } from "../../formats/properties/types.ts";
import type { PropertiesFile } from "../../model/files.ts";
import type { PropertiesRule } from "../rule.ts";
import { placeAt, show } from "./properties-lines.ts";

function* check(file: PropertiesFile): Iterable<Problem> {
  if (file.document.bom === "utf-16le" || file.document.bom === "utf-16be") return;
  const { entries, map } = file.document.load();
  if (entries.length === map.size) return;
  const firsts = new Map<string, PropertyEntry>();
  const later = new Map<string, PropertyEntry[]>();
  for (const entry of entries) {
    const list = later.get(entry.key);
    if (list) list.push(entry);
    else if (firsts.has(entry.key)) later.set(entry.key, [entry]);
    else firsts.set(entry.key, entry);
  }
  for (const [key, repeats] of later) {
    const first = firsts.get(key) as PropertyEntry;
    const equal = repeats.every((entry) => entry.value === first.value);
    for (const entry of repeats) yield problem(file, first, entry, repeats.at(-1) as PropertyEntry, equal);
  }
}

function problem(file: PropertiesFile, first: PropertyEntry, entry: PropertyEntry, last: PropertyEntry, equal: boolean): Problem {
  const place = (e: PropertyEntry) => placeAt(file, e.keyStart, e.keyEnd);
  const name = show(entry.key);
  const common = { at: place(entry), related: [{ message: `${name} stands here first`, place: place(first) }] };
  if (equal) {
    return {
      ...common,
      severity: "warning",
      message: `${name} stands in lines ${first.line} and ${entry.line} with the same value: whoever changes one of them changes nothing, or all`,
      help: "keep one of the lines",
      fix: {
        title: `remove line ${entry.line}`,
        safe: true,
        edits: [{ place: placeAt(file, entry.start, entry.end), text: "" }],
      },
    };
  }
  const lost =
    entry === last
      ? `'${show(first.value)}' of line ${first.line} is never read`
      : `what lines ${first.line} and ${entry.line} say is never read`;
  return {
    ...common,
    message: `${name} is set again: the last one wins, so Java reads '${show(last.value)}' of line ${last.line}, and ${lost}`,
    help: "keep the line that is meant and remove the others",
    fix: {
      title: `remove line ${first.line}, which is never read`,
      safe: false,
      edits: [{ place: placeAt(file, first.start, first.end), text: "" }],
    },
  };
}

const CONNECTOR = "releases/2506/base/connector.properties";

export const rule: PropertiesRule = {
  scope: "properties",
  id: "conf/duplicate-key",
  severity: "error",
  title: "a key stands more than once",
  why: "java.util.Properties keeps the last of them without a word, other readers the first. With different values it is an error, with equal ones a warning.",
  remedy:
    "Keep one line for each key. Keys are equal when they read the same: 'a\\ b' is 'a\\u0020b'. Transport and TRANSPORT are two keys.",
  clauses: ["A5"],
  fails: { file: CONNECTOR, replace: "IS_TCCS=false\n", with: "IS_TCCS=false\nIS_TCCS=true\n" },
  passes: [{ file: CONNECTOR, replace: "Transport=http\n", with: "# Transport=tccs\nTransport=http\n" }],
  check,
};
