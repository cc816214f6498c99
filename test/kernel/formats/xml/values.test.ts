import { describe, expect, test } from "vitest";
import { attributeText } from "../../../../src/kernel/formats/xml/write.ts";
import { attributesOf, parse, rootOf } from "./support.ts";

describe("[A6] attribute values, as a parser reports them", () => {
  test.each([
    ["<a b='x\r\ny\tz'/>", { b: "x y z" }],
    ["<a b='x&#13;&#10;y'/>", { b: "x\r\ny" }],
    ["<a b='&quot;&apos;&lt;&#60;&amp;'/>", { b: "\"'<<&" }],
    ["<a b='\xc3\xa9 \xf0\x9f\x98\x80'/>", { b: "é 😀" }],
    ["<?xml version='1.0' encoding='ISO-8859-1'?><a b='\xe9'/>", { b: "é" }],
    ["<?xml version='1.0' encoding='windows-1252'?><a b='\x80'/>", { b: "€" }],
    ["<?xml version='1.1'?><a b='\xc2\x85'/>", { b: " " }],
  ])("%j", (text, expected) => {
    expect(attributesOf(text)).toEqual(expected);
  });

  test("every range is that of the bytes themselves", () => {
    const text = "\xef\xbb\xbf<!-- <b c='no'/> --><a>\r\n <b  c = '\xc3\xa9' d=\">\"/></a>";
    const [b] = rootOf(text).children;
    if (!b) throw new Error("there is no child");
    expect(text.slice(b.start, b.end)).toBe("<b  c = '\xc3\xa9' d=\">\"/>");
    expect(b.attributes.map(({ valueStart, valueEnd }) => text.slice(valueStart, valueEnd))).toEqual(["\xc3\xa9", ">"]);
  });

  test.each([
    ["UTF-8", "\xf0\x9f\x98\x80\xc3\xa9"],
    ["windows-1252", "\x80\xe9"],
    ["Shift_JIS", "\x95\x5c\x83\x7d\xb1"],
    ["GB18030", "\x81\x30\x81\x30\xc4\xe3"],
  ])("%s: a range behind characters of several bytes is that of the bytes, too", (name, wide) => {
    const text = `<?xml version='1.0' encoding='${name}'?><!--${wide}--><a b='${wide}' c = '${wide}>'>${wide}<d e="1"/>${wide}</a>`;
    const root = rootOf(text);
    const [d] = root.children;
    expect(root.attributes.map(({ start, valueEnd }) => text.slice(start, valueEnd + 1))).toEqual([
      `b='${wide}'`,
      `c = '${wide}>'`,
    ]);
    expect([text.slice(root.start), d && text.slice(d.start, d.end)]).toEqual([text.slice(text.indexOf("<a")), '<d e="1"/>']);
  });

  test("text of an element: sections and references, nothing of comments and children", () => {
    const root = rootOf("<a>x<!-- no --><![CDATA[<&amp;]]>&#65;<b>no</b>&lt;\r\n</a>");
    expect(root.text).toBe("x<&amp;A<\n");
  });
});

describe("[A6] encodings", () => {
  test.each([
    ["UTF-16 with a mark", Buffer.from("\ufeff<a/>", "utf16le"), "UTF-16"],
    ["UTF-16 without a mark", Buffer.from("<a/>", "utf16le"), "UTF-16"],
    ["UTF-16, big end first", Buffer.from("<a/>", "utf16le").swap16(), "UTF-16"],
    ["UTF-32", Buffer.from("<\0\0\0a\0\0\0", "latin1"), "UTF-32"],
    ["a 7-bit encoding with shifts", Buffer.from("<?xml version='1.0' encoding='ISO-2022-JP'?><a/>"), "ISO-2022-JP"],
    ["a number without an encoding", Buffer.from("<?xml version='1.0' encoding='ISO-8859-12'?><a/>"), "ISO-8859-12"],
    ["an encoding that nobody knows", Buffer.from("<?xml version='1.0' encoding='klingon'?><a/>"), "klingon"],
  ])("%s cannot be edited byte by byte, and is refused in words", (_, bytes, name) => {
    expect(parse(bytes.toString("latin1")).problem?.message).toContain(name);
  });

  test.each(["UTF-8", "utf-8", "US-ASCII", "ISO-8859-1", "iso-8859-15", "windows-1252", "KOI8-R", "Shift_JIS", "GB18030"])(
    "%s can",
    (name) => {
      expect(attributesOf(`<?xml version='1.0' encoding='${name}'?><a b='x'/>`)).toEqual({ b: "x" });
    },
  );
});

describe("[A6] a value is written so that it reads back", () => {
  test.each(["10 MB", "a\"b'c", "<&>", "]]>", "x\ty\nz\r", "é😀"])("%j in either quote", (value) => {
    for (const quote of ['"', "'"] as const) {
      const utf8 = attributeText(value, quote, (text) => Buffer.from(text, "utf8").toString("latin1"));
      expect(attributesOf(`<a b=${quote}${utf8}${quote}/>`)).toEqual({ b: value });
      const ascii = attributeText(value, quote, (text) => (/^[\0-\x7f]*$/.test(text) ? text : null));
      expect(ascii).toMatch(/^[\x20-\x7e]*$/);
      expect(attributesOf(`<a b=${quote}${ascii}${quote}/>`)).toEqual({ b: value });
    }
  });
});
