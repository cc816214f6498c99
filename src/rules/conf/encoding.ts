import type { Problem } from "../../diagnostic/finding.ts";
import { encodePart } from "../../formats/properties/encode.ts";
import type { PropertyEntry } from "../../formats/properties/types.ts";
import type { PropertiesFile } from "../../model/files.ts";
import type { PropertiesRule } from "../rule.ts";
import { placeAt, show } from "./properties-lines.ts";

const HIGH = /[\x80-\xff]+/;

function* check(file: PropertiesFile): Iterable<Problem> {
  const { document } = file;
  if (document.bom !== null && document.bom !== "utf-8") return;
  if (!HIGH.test(document.text)) return;
  const utf8 = document.load("utf8").entries;
  const latin1 = document.load("latin1").entries;
  for (const [i, entry] of latin1.entries()) {
    const other = utf8[i];
    if (!other || (other.key === entry.key && other.value === entry.value)) continue;
    const skip = document.bom && entry.keyStart === 0 ? 3 : 0;
    const run = HIGH.exec(document.text.slice(entry.keyStart + skip, entry.valueEnd));
    if (run) yield problem(file, entry, other, entry.keyStart + skip + run.index, run[0]);
  }
}

/** `run`: the first bytes above 7F, at offset `start`. */
function problem(file: PropertiesFile, latin1: PropertyEntry, utf8: PropertyEntry, start: number, run: string): Problem {
  const wellFormed = !`${utf8.key}${utf8.value}`.includes("\ufffd");
  const inKey = start < latin1.keyEnd;
  const [one, two] = inKey ? [latin1.key, utf8.key] : [latin1.value, utf8.value];
  const span = file.document.text.slice(latin1.valueStart, latin1.valueEnd);
  const value = wellFormed ? Buffer.from(span, "latin1").toString("utf8") : span;
  const edit = { place: placeAt(file, latin1.valueStart, latin1.valueEnd), text: value.replace(/[\u0080-\uffff]+/g, escape) };
  const title = wellFormed ? "write the UTF-8 reading as \\uXXXX" : "write the ISO-8859-1 reading as \\uXXXX";
  return {
    at: placeAt(file, start, start + run.length),
    message: `${inKey ? "key " : ""}${show(inKey ? one : latin1.key)}: bytes above 7F read differently: load(InputStream) gives '${show(one)}', a UTF-8 reader gives '${show(two)}'`,
    help: `ASCII with \\uXXXX is the only form that both readers agree on: ${escape(wellFormed ? two : one).slice(0, 120)}`,
    ...(!inKey && { fix: { title, safe: !wellFormed, edits: [edit] } }),
  };
}

function escape(text: string): string {
  return encodePart(text, { charset: "latin1", style: "plain", atStart: false, signAtStart: false, atEnd: false });
}

const CONNECTOR = "releases/2506/base/connector.properties";
const change = (text: string) => ({ file: CONNECTOR, replace: "Transport=http\n", with: text });

export const rule: PropertiesRule = {
  scope: "properties",
  id: "conf/encoding",
  severity: "error",
  title: "the two Java readings of a key or value differ",
  why: "load(InputStream) takes the bytes as ISO-8859-1, load(Reader) usually as UTF-8. Which of the two a program uses is not visible in the file, so a byte above 7F in a key or value means two things. In comments it does no harm.",
  remedy: "Write characters outside ASCII as \\uXXXX.",
  clauses: ["A3"],
  fails: change("Transport=http\nGREETING=grün\n"),
  passes: [change("Transport=http\nGREETING=gr\\u00fcn\n"), change("# grün\nTransport=http\n")],
  check,
};
