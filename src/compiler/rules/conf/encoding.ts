import {
  type Problem,
  type PropertyEntry,
  type Wording,
  bareValue,
  blankName,
  codePoint,
  defineDiagnostic,
  encodePart,
  name,
  quotedName,
  say,
  value,
  words,
} from "../../../kernel/index.ts";
import type { PropertiesFile } from "../../model/files.ts";
import type { PropertiesRule } from "../rule.ts";
import { isUtf16, placeAt } from "./properties-lines.ts";

const HIGH = /[\x80-\xff]+/;

function* check(file: PropertiesFile): Iterable<Problem> {
  const { document } = file;
  if (isUtf16(file) || !HIGH.test(document.text)) return;
  const utf8 = document.load("utf8").entries;
  const latin1 = document.load("latin1").entries;
  for (const [i, entry] of latin1.entries()) {
    const skip = document.bom && entry.keyStart === 0 ? 3 : 0;
    const run = HIGH.exec(document.text.slice(entry.keyStart + skip, entry.valueEnd));
    if (run) yield problem(file, entry, utf8[i] as PropertyEntry, entry.keyStart + skip + run.index, run[0]);
  }
}

/**
 * Returns the finding for an entry of a properties file that contains bytes above 7F (hexadecimal), which are not ASCII.
 * @param run The first consecutive bytes above 7F, at offset `start` of the file.
 */
function problem(file: PropertiesFile, latin1: PropertyEntry, utf8: PropertyEntry, start: number, run: string): Problem {
  const wellFormed = !`${utf8.key}${utf8.value}`.includes("\ufffd");
  const inKey = start < latin1.keyEnd;
  const [one, two] = inKey ? [latin1.key, utf8.key] : [latin1.value, utf8.value];
  const span = file.document.text.slice(latin1.valueStart, latin1.valueEnd);
  const alike = lookalikeIn(
    Buffer.from(file.document.text.slice(start, inKey ? latin1.keyEnd : latin1.valueEnd), "latin1"),
    wellFormed,
  );
  if (alike !== null) return lookalike(file, latin1, start, run, alike);
  const value = wellFormed ? Buffer.from(span, "latin1").toString("utf8") : span;
  const edit = {
    place: placeAt(file, latin1.valueStart, latin1.valueEnd),
    text: value.replace(SPELT, (_, before, run) => before + escape(run)),
  };
  const title = wellFormed ? "write the UTF-8 reading as \\uXXXX" : "write the ISO-8859-1 reading as \\uXXXX";
  const known = inKey ? {} : { fix: { title, safe: !wellFormed, edits: [edit] } };
  // a byte order mark at the start of the file is left out, because it belongs to no key; conf/bom reports it
  const ascii = escape((wellFormed ? two : one).replace(/^(?:\ufeff|\xef\xbb\xbf)/, ""));
  return encoding.at(placeAt(file, start, start + run.length), { key: latin1.key, inKey, one, two, ascii }, known);
}

/**
 * Pattern of characters that are not ASCII, with an unpaired backslash before them if there is one. Java ignores that backslash, but before
 * the new spelling \uXXXX it would escape the backslash of \u.
 */
const SPELT = /(?<!\\)((?:\\\\)*)\\?([\u0080-\uffff]+)/g;

const LOOKS_ALIKE = /[\u00a0\u00ad\u1680\u2000-\u200d\u202f\u205f\u2060\u3000\u2018-\u201f\u2032\u2033]/;
const SPACE = /[^\u2018-\u201f\u2032\u2033]/;

/** The typographic quotes of Windows-1252 by their bytes, which mean control characters in ISO-8859-1. */
const WINDOWS_QUOTES: Readonly<Record<string, string>> = {
  "\x82": "\u201a",
  "\x84": "\u201e",
  "\x91": "\u2018",
  "\x92": "\u2019",
  "\x93": "\u201c",
  "\x94": "\u201d",
};

/** Returns the first character that only looks like a space or a plain quote, or null. Bytes that are not UTF-8 count as Windows-1252. */
function lookalikeIn(bytes: Buffer, wellFormed: boolean): string | null {
  const text = wellFormed
    ? bytes.toString("utf8")
    : bytes.toString("latin1").replace(/[\x82\x84\x91-\x94]/g, (c) => WINDOWS_QUOTES[c] as string);
  return LOOKS_ALIKE.exec(text)?.[0] ?? null;
}

/**
 * Returns the finding for a character that only looks like a space or a plain quote. It has no fix: nobody types such a character on
 * purpose, and written as \uXXXX it would remain in the value.
 */
function lookalike(file: PropertiesFile, { key }: PropertyEntry, start: number, run: string, c: string): Problem {
  return encoding.at(placeAt(file, start, start + run.length), { key: key.replace(/[^ -~]+/g, "..."), alike: c });
}

function escape(text: string): string {
  return encodePart(text, { charset: "latin1", style: "plain", atStart: false, signAtStart: false, atEnd: false });
}

const CONNECTOR = "releases/2506/base/connector.properties";
const change = (text: string) => ({ file: CONNECTOR, replace: "Transport=http\n", with: text });

type Args = { readonly key: string } & (
  | {
      readonly inKey: boolean;
      /**
       * `one`: the key or value that Java's load(InputStream) reads, as ISO-8859-1. `two`: the one that a reader of UTF-8 reads. `ascii`: a
       * spelling in ASCII that both read alike.
       */
      readonly one: string;
      readonly two: string;
      readonly ascii: string;
    }
  /** A key or value with a character (`alike`) that only looks like a space or a plain quote. */
  | { readonly alike: string }
);

function wording(found: Args): Wording {
  if ("alike" in found) {
    const space = SPACE.test(found.alike);
    return {
      message: say`${name(found.key)} contains ${words(space ? blankName(found.alike) : `a typographic quote (${codePoint(found.alike)})`)}`,
      notes: [
        say`it was copied from a document, a web page or a chat`,
        say`Java reads it as part of the text, and its two readings differ`,
      ],
      help: space
        ? say`type an ordinary space, or nothing`
        : say`leave the quote out: a value of a properties file has none around it`,
    };
  }
  const shown = found.inKey ? quotedName : value;
  return {
    message: found.inKey
      ? say`the key ${name(found.one)} has bytes above 7F, which read differently`
      : say`${name(found.key)}: bytes above 7F read differently`,
    notes: [say`load(InputStream) gives ${shown(found.one)}, a UTF-8 reader gives ${shown(found.two)}`],
    help: say`ASCII with \\uXXXX is the only form that both readers agree on: ${found.inKey ? name(found.ascii) : bareValue(found.ascii)}`,
  };
}

const encoding = defineDiagnostic({
  id: "conf/encoding",
  severity: "error",
  title: "the two Java readings of a key or value differ",
  why: "A byte above 7F has two meanings in Java. load(InputStream) reads ISO-8859-1, load(Reader) usually UTF-8, and the file does not show which one a program uses. In comments it does no harm.",
  remedy: "Write characters outside ASCII as \\uXXXX.",
  clauses: ["A3"],
  message: wording,
  fails: change("Transport=http\nGREETING=grün\n"),
  passes: [change("Transport=http\nGREETING=gr\\u00fcn\n"), change("# grün\nTransport=http\n")],
});

export const rule: PropertiesRule = { ...encoding, scope: "properties", check };
