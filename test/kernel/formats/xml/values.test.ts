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
    ["<!DOCTYPE a [<!ENTITY e 'x&#10;y'><!ENTITY f 'x&#38;#10;y'>]><a b='&e;|&f;'/>", { b: "x y|x\ny" }],
    ["<!DOCTYPE a [<!ENTITY e '&f;&f;'><!ENTITY f 'z'>]><a b='&e;'/>", { b: "zz" }],
    ["<!DOCTYPE a [<!ENTITY % p \"<!ENTITY e 'z'>\">%p;]><a b='&e;'/>", { b: "z" }],
    ["<!DOCTYPE a [<!ENTITY e 'x'><!ENTITY e 'y'>]><a b='&e;'/>", { b: "x" }],
    ["<!DOCTYPE a [<!ENTITY amp 'x'>]><a b='&amp;'/>", { b: "&" }],
    ["<!DOCTYPE a SYSTEM 'q'><a b='&f;1'/>", { b: "1" }],
    ["<!DOCTYPE a [<!ATTLIST a b CDATA 'd' b CDATA 'e'>]><a/>", { b: "d" }],
    ["<!DOCTYPE a [<!ATTLIST a b NMTOKENS #IMPLIED>]><a b=' x  y '/>", { b: "x y" }],
    ["<!DOCTYPE a [<!ATTLIST a b (x|y) ' x '>]><a/>", { b: "x" }],
  ])("%j", (text, expected) => {
    expect(attributesOf(text)).toEqual(expected);
  });

  test("a default of the document type has no place in the text", () => {
    const [attribute] = rootOf("<!DOCTYPE a [<!ATTLIST a b CDATA 'd'>]><a/>").attributes;
    expect(attribute).toMatchObject({ name: "b", value: "d", valueStart: -1, valueEnd: -1 });
  });

  test("every range is that of the bytes themselves", () => {
    const text = "\xef\xbb\xbf<!-- <b c='no'/> --><a>\r\n <b  c = '\xc3\xa9' d=\">\"/></a>";
    const [b] = rootOf(text).children;
    if (!b) throw new Error("there is no child");
    expect(text.slice(b.start, b.end)).toBe("<b  c = '\xc3\xa9' d=\">\"/>");
    expect(b.attributes.map(({ valueStart, valueEnd }) => text.slice(valueStart, valueEnd))).toEqual(["\xc3\xa9", ">"]);
  });

  test("text of an element: sections and character references, nothing of comments, children and entities", () => {
    const root = rootOf("<!DOCTYPE a [<!ENTITY e 'no'>]><a>x<!-- no --><![CDATA[<&amp;]]>&#65;<b>no</b>&e;\r\n</a>");
    expect(root.text).toBe("x<&amp;A\n");
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
