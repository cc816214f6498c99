import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Matcher } from "../../../src/diagnose/cutover/match.ts";
import { type OldAddress, readOldAddress } from "../../../src/diagnose/cutover/old-address.ts";
import { Scanner } from "../../../src/diagnose/cutover/scanner.ts";
import { search } from "../../../src/diagnose/cutover/search.ts";
import { first, runs, stepOf, turned } from "../../support/runs.ts";
import { WRITERS, continued } from "./spellings.ts";

const OLD = readOldAddress("http://plm.example.com:8080");

const bytesOf = (text: string): string => Buffer.from(text, "utf8").toString("latin1");

function hitsOf(text: string, old: OldAddress = OLD) {
  const scanner = new Scanner(old, true);
  return [...scanner.feed(bytesOf(text)), ...scanner.end()];
}

/** Every place, looked for at every character, in the whole text. */
function everywhere(text: string, old: OldAddress, longest: number): readonly number[] {
  const matcher = new Matcher(old, longest);
  const starts: number[] = [];
  for (let at = 0; at < text.length; ) {
    const match = matcher.match(text, at);
    if (match) starts.push(at);
    at = match ? match.end : at + 1;
  }
  return starts;
}

const lineStarts = (text: string): readonly number[] => [
  0,
  ...[...text.matchAll(/\r\n|\n|\r/g)].map((end) => end.index + end[0].length),
];

function placesOf(text: string, starts: readonly number[]): readonly string[] {
  const lines = lineStarts(text);
  return starts.map((start) => {
    const line = lines.findLastIndex((at) => at <= start);
    return `${line + 1}:${Buffer.from(text.slice(lines[line], start), "latin1").toString("utf8").length + 1}`;
  });
}

describe("[E12] every spelling is a place", () => {
  const writers = WRITERS.flatMap((outer) =>
    WRITERS.map((inner) => ({
      name: `${inner.name}, in ${outer.name}`,
      write: (text: string) => outer.write(inner.write(text)),
    })),
  );
  test.each(first(24, turned(7, writers)))("$name", ({ write }) => {
    for (const address of ["http://plm.example.com:8080", "HTTP://PLM.Example.com:8080/tc?x=1"]) {
      const found = hitsOf(`key = ${write(address)} and more\nkey2 = "${write(address)}"`);
      expect(found.map(({ line }) => line)).toEqual([1, 2]);
      expect(found[0]?.column).toBe(7);
    }
  });

  test.each([1, 2, 3, 5, 11])("a line that is continued after every %i characters", (after) => {
    for (const end of ["\n", "\r\n", "\r"]) {
      for (const { write } of WRITERS.filter(({ name }) => name !== "a regular expression")) {
        const found = hitsOf(`a=b${end}KEY=${continued(write("http://plm.example.com:8080"), after, end)}/tc${end}`);
        expect(found.map(({ line, column }) => [line, column])).toEqual([[2, 5]]);
      }
    }
  });

  describe("a comment that ends in a backslash goes on in no other line", () => {
    const at = (text: string) => hitsOf(text).map(({ line, column, spelling }) => `${line}:${column} ${spelling}`);
    const OLD_TEXT = "http://plm.example.com:8080";

    test.each(["\n", "\r\n", "\r"])("with lines that end in %j", (end) => {
      const lines = (...all: readonly string[]) => all.join(end);
      // the port does not go on
      expect(at(lines(`# was ${OLD_TEXT}\\`, "1=2"))).toEqual([`1:7 ${OLD_TEXT}`]);
      expect(at(lines(`  ! was ${OLD_TEXT}\\`, "1=2"))).toEqual([`1:9 ${OLD_TEXT}`]);
      expect(at(lines("a=b\\\\", `# was ${OLD_TEXT}\\`, "1=2"))).toEqual([`2:7 ${OLD_TEXT}`]);
      expect(at(lines("# one\\", `# was ${OLD_TEXT}\\`, "1=2"))).toEqual([`2:7 ${OLD_TEXT}`]);
      // nothing is put together of two lines
      expect(at(lines("# was http://plm.example.com:80\\", "80=x"))).toEqual([]);
      expect(at(lines("# was http://plm.example\\", "  .com:8080"))).toEqual([]);
      // a value goes on, whatever its lines begin with
      expect(at(lines("a=http://plm.example.com:80\\", "  80"))).toHaveLength(1);
      expect(at(lines("a=b,\\", "# http://plm.example.com:80\\", "80"))).toHaveLength(1);
      expect(at(lines("a=b,\\", `# ${OLD_TEXT}\\`, "1"))).toEqual([]);
    });

    test.each([1, 2, 3, 7, 16, 64])("in pieces of %i units, too", (size) => {
      const text = `a=b,\\\n# ${OLD_TEXT}\\\n1\n${"x".repeat(90)}\n   # was ${OLD_TEXT}\\\n1=2\n# ${"y".repeat(90)} ${OLD_TEXT}\\\r\n1=2\n`;
      const scanner = new Scanner(OLD, true, true, 64);
      const hits = (text.match(new RegExp(`[\\s\\S]{1,${size}}`, "g")) ?? []).flatMap((piece) => scanner.feed(piece));
      expect([...hits, ...scanner.end()].map(({ line }) => line)).toEqual([5, 7]);
    });
  });

  test.each([
    ["a default port that is written out", "http://plm.example.com", "http://plm.example.com:80/"],
    ["a default port that is left out", "http://plm.example.com:80", "http://plm.example.com/"],
    ["a colon without a port", "http://plm.example.com", "http://plm.example.com:/x"],
    ["zeros before the port", "http://plm.example.com:8080", "http://plm.example.com:08080"],
    ["a dot after the host", "http://plm.example.com:8080", "http://plm.example.com.:8080/x"],
    ["the full stop of a sentence", "http://plm.example.com", "See http://plm.example.com."],
    ["a user name", "http://plm.example.com:8080", "http://anna@plm.example.com:8080"],
    ["a user name with a password", "http://plm.example.com:8080", "http://anna:pa%40ss@plm.example.com:8080"],
    ["an old https address", "https://plm.example.com:7002", "https\\://plm.example.com\\:7002"],
    ["https without its port", "https://plm.example.com:443", "https://plm.example.com/tc"],
    ["a name in another script, as DNS has it", "http://münchen.example:8080", "http://xn--mnchen-3ya.example:8080"],
    ["the same the other way round", "http://xn--mnchen-3ya.example:8080", "http://MÜNCHEN.example:8080"],
    ["in an escaped address", "http://münchen.example:8080", "http%3A%2F%2Fm%C3%BCnchen.example%3A8080"],
    ["in JSON", "http://münchen.example:8080", "http://m\\u00fcnchen.example:8080"],
    ["in XML", "http://münchen.example:8080", "http://m&#252;nchen.example:8080"],
    ["decomposed", "http://münchen.example:8080", "http://mu\u0308nchen.example:8080"],
    ["wide letters", "http://plm.example.com:8080", "http://ｐｌｍ.example。com:8080"],
    ["an IPv6 address", "http://[::1]:8080", "http://[::1]:8080/tc"],
    ["the long form of an IPv6 address", "http://[0:0:0:0:0:0:0:1]:8080", "http://[::1]:8080/tc"],
    [
      "a letter that Java reads without its backslash",
      "http://plm.example.com:8080",
      "http://plm.e\\xam\\ple.com:8080".replace("\\x", "x"),
    ],
    ["a path below", "http://plm.example.com:8080/tc", "http://plm.example.com:8080/tc/RestServices"],
    ["a path that ends", "http://plm.example.com:8080/tc/", "<http://plm.example.com:8080/tc>"],
    ["an escaped path", "http://plm.example.com:8080/a%20b", "http://plm.example.com:8080/a%20b?x"],
    ["a list", "http://plm.example.com:8080", "http://plm.example.com:8080,https://b.example.com"],
    ["a group of a regular expression", "http://plm.example.com:8080", "s#http://plm.example.com:8080\\1#x#"],
    ["after an escaped line end", "http://plm.example.com:8080", '"a\\nhttp://plm.example.com:8080\\n1"'],
    ["typographic quotes", "http://plm.example.com", "“http://plm.example.com”"],
    ["other letters right after it", "http://plm.example.com", "http://plm.example.comを"],
    ["a soft line break of a mail", "http://plm.example.com:8080", "http://plm.exam=\r\nple.com:8080"],
    ["a continued line in JSON", "http://plm.example.com:8080", '"http://plm.\\\\\\n   example.com:8080"'],
  ])("%s", (_title, old, text) => {
    expect(hitsOf(text, readOldAddress(old))).toHaveLength(1);
  });
});

describe("[E12] what only looks like it is no place", () => {
  test.each([
    "https://plm.example.com:8080",
    "https\\://plm.example.com\\:8080",
    "http://plm.example.com",
    "http://plm.example.com:80801",
    "http://plm.example.com:80%31",
    "http://plm.example.com:808",
    "http://plm.example.com:18080",
    "http://xplm.example.com:8080",
    "http://x.plm.example.com:8080",
    "http://plm.example.com.au:8080",
    "http://plm.example.comx:8080",
    "http://plm-example.com:8080",
    "http://plm.example.com-b:8080",
    "http://plmXexample.com:8080",
    "http://plm.example.com:8080@elsewhere.example.org/",
    "http://plm.example.com:8080x:y@elsewhere.example.org/",
    "http://elsewhere.example.org/@plm.example.com:8080",
    "http://elsewhere.example.org?plm.example.com:8080",
    "ftp://plm.example.com:8080",
    "http:/plm.example.com:8080",
    "plm.example.com:8080",
    "A=http://\\\\\nplm.example.com:8080",
    "http://plm.\n  example.com:8080",
  ])("%s", (text) => {
    expect(hitsOf(`${text}\n`)).toEqual([]);
  });

  test.each([
    ["http://plm.example.com", "http://plm.example.com:8080"],
    ["http://plm.example.com", "http://plm.example.com.au/"],
    ["http://plm.example.com", "http://plm.example.com:secret@elsewhere.example.org"],
    ["http://plm.example.com:8080/tc", "http://plm.example.com:8080/tcx"],
    ["http://plm.example.com:8080/tc", "http://plm.example.com:8080/tc.html"],
    ["http://plm.example.com:8080/tc", "http://plm.example.com:8080/TC"],
    ["http://plm.example.com:8080/tc", "http://plm.example.com:8080/"],
    ["http://kelvin.example.com", "http://\u212aelvin.example.com"],
  ])("%s: %s", (old, text) => {
    expect(hitsOf(text, readOldAddress(old))).toEqual([]);
  });
});

test("[E12] a user name is never shown", () => {
  expect(hitsOf("http://anna:geheim@plm.example.com:8080").map(({ spelling }) => spelling)).toEqual([
    "http://(hidden)@plm.example.com:8080",
  ]);
});

/** Texts that are dense in places, in what looks like them, and in pieces of both. */
const ADDRESSES = [
  "http://plm.example.com:8080",
  "http://plm.example.com",
  "https://plm.example.com:8080",
  "http://u:p@plm.example.com:8080",
  "http://plm.example.com.au:8080",
  "http://plm.example.com:80801",
];
const written = fc
  .tuple(fc.constantFrom(...ADDRESSES), fc.array(fc.constantFrom(...WRITERS), { maxLength: 3 }), fc.integer({ min: 0, max: 30 }))
  .map(([address, writers, after]) => {
    const text = writers.reduce((now, { write }) => write(now), address);
    return after > 2 && after < 15 ? continued(text, after) : text;
  });
const noise = fc.oneof(
  fc.constantFrom(
    " ",
    "\n",
    "\r\n",
    "\r",
    "\\",
    "\\\n",
    "=\n",
    "%",
    "%25",
    "&",
    "&amp;",
    "&#",
    ";",
    "u0068",
    "\0",
    "ü",
    "€",
    "😀",
    "h",
    "http",
    "http://",
    "plm",
    "@",
    ":8080",
    "/",
  ),
  fc.string({ maxLength: 12 }),
);
const texts = fc.array(fc.oneof(written, noise, noise), { maxLength: 14 }).map((parts) => parts.join(""));

test("[E12] whatever the pieces, the places are those of a search at every character of the whole text", () => {
  const law = fc.property(texts, fc.constantFrom("http://plm.example.com:8080", "http://plm.example.com"), (plain, url) => {
    const old = readOldAddress(url);
    const text = bytesOf(plain);
    const longest = 400;
    const wanted = placesOf(text, everywhere(text, old, longest));
    for (let size = 1; size <= text.length + 1; size += stepOf(size < 40 ? 13 : 97)) {
      const scanner = new Scanner(old, true, true, longest);
      const hits = [];
      for (let at = 0; at < text.length; at += size) hits.push(...scanner.feed(text.slice(at, at + size)));
      hits.push(...scanner.end());
      expect(hits.map(({ line, column }) => `${line}:${column}`)).toEqual(wanted);
    }
  });
  fc.assert(law, { numRuns: runs(100) });
}, 240_000);

describe("[E12] encodings", () => {
  const text = "first ü€😀\r\nsecond 😀 http://plm.example.com:8080 x\n";
  const place = [{ line: 2, column: 11, spelling: "http://plm.example.com:8080" }];
  const swapped = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16();
  const utf16 = Buffer.from(text, "utf16le");
  test.each([
    ["UTF-8", Buffer.from(text)],
    ["UTF-8 with a mark", Buffer.from(`\ufeff${text}`)],
    ["UTF-16LE with a mark", Buffer.from(`\ufeff${text}`, "utf16le")],
    ["UTF-16BE with a mark", swapped(Buffer.from(`\ufeff${text}`, "utf16le"))],
    ["UTF-16LE", utf16],
    ["UTF-16BE", swapped(utf16)],
  ])("%s, in pieces of every size", async (_name, bytes) => {
    for (let size = 1; size <= bytes.length; size += 3) {
      const pieces = function* () {
        yield bytes.subarray(0, Math.max(size, 64));
        for (let at = Math.max(size, 64); at < bytes.length; at += size) yield bytes.subarray(at, at + size);
      };
      expect((await search(OLD, pieces)).hits).toEqual(place);
    }
  });

  test("a mark counts as no column, and bytes that are not UTF-8 as one each", async () => {
    const latin1 = Buffer.from("\xfc\xfc http://plm.example.com:8080", "latin1");
    expect((await search(OLD, () => [latin1])).hits[0]?.column).toBe(4);
    const marked = Buffer.from("\ufeffhttp://plm.example.com:8080");
    expect((await search(OLD, () => [marked])).hits[0]?.column).toBe(1);
  });

  test("UTF-16 in a binary file, at even and odd bytes", async () => {
    for (const before of ["PE\0\0\x01\x02", "PE\0\0\x01"]) {
      const bytes = Buffer.concat([
        Buffer.from(before),
        Buffer.from("xx http://plm.example.com:8080/tc", "utf16le"),
        Buffer.alloc(9, 7),
      ]);
      expect((await search(OLD, () => [bytes])).hits.map(({ spelling }) => spelling)).toEqual(["http://plm.example.com:8080"]);
    }
  });
});

describe("[E12] OLD-URL", () => {
  test.each([
    ["plm.example.com:8080", /no address with a scheme/],
    ["http://", /no address/],
    ["", /no address/],
    ["ftp://plm.example.com", /begins with http:\/\/ or https:\/\//],
    ["http://anna:geheim@plm.example.com", /user name or password/],
    ["http://plm.example.com/tc?x=1", /query or a fragment/],
    ["http://plm.example.com#x", /query or a fragment/],
    ["http://plm.example.com:0", /not a port/],
    ["http://plm.example.com:65536", /not a port/],
    ["http://plm.example.com:http", /not a port/],
    ["http://plm example.com", /no address/],
    ["http://plm.example.com/%zz", /begins no escape/],
    ["http://[::g]", /no address|not a host/],
    ["http://pl%6d.example.com", /not a host name/],
  ])("%s is refused as wrong use", (typed, why) => {
    expect(() => readOldAddress(typed)).toThrow(why);
    expect(() => readOldAddress(typed)).toThrow(expect.objectContaining({ code: 2, help: expect.any(String) }));
    expect(() => readOldAddress(typed)).not.toThrow(/geheim/);
  });
});
