import { type Problem, type PropertyEntry, type Wording, defineDiagnostic, name, say, value } from "../../../kernel/index.ts";
import type { PropertiesFile } from "../../model/files.ts";
import type { PropertiesRule } from "../rule.ts";
import { isUtf16, placeAt } from "./properties-lines.ts";

function* check(file: PropertiesFile): Iterable<Problem> {
  if (isUtf16(file)) return;
  const { entries } = file.document.load();
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
  const { key } = entry;
  const related = [{ message: say`${name(key)} is first set here`, place: place(first) }];
  const drop = (one: PropertyEntry) => [{ place: placeAt(file, one.start, one.end), text: "" }];
  if (equal) {
    const fix = { title: `remove line ${entry.line}`, safe: true, edits: drop(entry) };
    const args: Args = { key, lines: [first.line, entry.line], values: null };
    return duplicateKey.at(place(entry), args, { related, severity: "warning", fix });
  }
  const values = { read: last.value, last: last.line, lost: entry === last ? first.value : null };
  const fix = { title: `remove line ${first.line}, which is never read`, safe: false, edits: drop(first) };
  return duplicateKey.at(place(entry), { key, lines: [first.line, entry.line], values }, { related, fix });
}

interface Args {
  readonly key: string;
  /** Numbers of the first line that sets the key, and of the line that the finding reports. */
  readonly lines: readonly [number, number];
  /**
   * The value that Java reads and the number of its line (`last`); `lost` is the key's first value if the finding is on the line `last`.
   * null if all lines set the same value.
   */
  readonly values: { readonly read: string; readonly last: number; readonly lost: string | null } | null;
}

function wording({ key, lines: [first, here], values }: Args): Wording {
  if (values === null)
    return {
      message: say`${name(key)} is set on lines ${first} and ${here} with the same value`,
      notes: [say`only a change of the last line has an effect`],
      help: say`keep one of the lines`,
    };
  return {
    message: say`${name(key)} is set again, and the last one wins`,
    notes: [
      say`Java reads ${value(values.read)} of line ${values.last}`,
      values.lost === null
        ? say`the values of lines ${first} and ${here} are never read`
        : say`${value(values.lost)} of line ${first} is never read`,
    ],
    help: say`keep the intended line and remove the others`,
  };
}

const CONNECTOR = "releases/2506/base/connector.properties";

const duplicateKey = defineDiagnostic({
  id: "conf/duplicate-key",
  severity: "error",
  title: "a key appears more than once",
  why: "Java silently keeps the last one, other readers the first. With different values it is an error, with equal ones a warning.",
  remedy: "Keep one line for each key. 'a\\ b' and 'a\\u0020b' are one key, Transport and TRANSPORT are two.",
  clauses: ["A5"],
  message: wording,
  fails: { file: CONNECTOR, replace: "IS_TCCS=false\n", with: "IS_TCCS=false\nIS_TCCS=true\n" },
  passes: [{ file: CONNECTOR, replace: "Transport=http\n", with: "# Transport=tccs\nTransport=http\n" }],
});

export const rule: PropertiesRule = { ...duplicateKey, scope: "properties", check };
