import { describe, expect, test } from "vitest";
import {
  codeSpan,
  escapeJson,
  escapeMarkdown,
  escapeXmlAttribute,
  escapeXmlText,
  Unrepresentable,
} from "../../../../src/kernel/formats/template/escape.ts";
import { TemplateError } from "../../../../src/kernel/formats/template/engine.ts";
import { compileTemplate } from "../../../../src/kernel/formats/template/template.ts";
import { PropertiesDocument } from "../../../../src/kernel/formats/properties/document.ts";
import { parseXml } from "../../../../src/kernel/formats/xml/parse.ts";

const NASTY = `a=b:c#d!e\\f "g" 'h' <i> & \u00e9 \u20ac \t`;

describe("escaping is chosen by the extension in front of .hbs", () => {
  test("properties: Java reads the value that was given, and a key by its helper", () => {
    const text = compileTemplate("x.properties.hbs", "{{key name}}={{value}}\n")({ name: "a key=", value: ` ${NASTY}` });
    const entries = PropertiesDocument.parse(Buffer.from(text, "latin1")).load().entries;
    expect(entries.map(({ key, value }) => [key, value])).toEqual([["a key=", ` ${NASTY}`]]);
  });

  test("XML: text and attributes hold every character that XML 1.0 can hold", () => {
    const text = compileTemplate("x.xml.hbs", `<a b="{{value}}" c='{{value}}'>{{text value}}</a>`)({ value: NASTY });
    const { root, problem } = parseXml(Buffer.from(text, "utf8"), Buffer.from(text, "utf8").toString("latin1"));
    expect(problem).toBeNull();
    expect(root?.name).toBe("a");
    expect(escapeXmlAttribute("\t\n\r")).toBe("&#9;&#10;&#13;");
    expect(escapeXmlText("]]>\r")).toBe("]]&gt;&#13;");
  });

  test.each(["\u0000", "\u0001", "\u001f", "\ufffe", "\ud800"])(
    "XML: %j cannot stand in it, so it is refused instead of written",
    (character) => {
      expect(() => escapeXmlText(`a${character}b`)).toThrow(Unrepresentable);
      expect(() => escapeXmlAttribute(character)).toThrow(Unrepresentable);
    },
  );

  test("JSON: the inside of a string, and a whole string by its helper", () => {
    const text = compileTemplate("x.json.hbs", `{"a":"{{value}}","b":{{json value}} }`)({ value: `${NASTY}\u2028\n` });
    expect(JSON.parse(text)).toEqual({ a: `${NASTY}\u2028\n`, b: `${NASTY}\u2028\n` });
    expect(escapeJson('"')).toBe('\\"');
  });

  test("Markdown: text stays text, code spans hold backticks and pipes", () => {
    expect(escapeMarkdown("*a* [b](c) <d> | `e`")).toBe("\\*a\\* \\[b\\]\\(c\\) \\<d\\> \\| \\`e\\`");
    expect(codeSpan("C:\\temp")).toBe("`C:\\temp`");
    expect(codeSpan("a`b``c")).toBe("```a`b``c```");
    expect(codeSpan("`")).toBe("`` ` ``");
    expect(codeSpan("a|b")).toBe("`a\\|b`");
    expect(codeSpan("")).toBe("(empty)");
  });

  test.each(["x.hbs", "x.html.hbs", "x.txt", "x.exe.hbs"])("%s has no escaping, so it is refused", (name) => {
    expect(() => compileTemplate(name, "{{a}}")).toThrow(TemplateError);
  });
});

describe("strict", () => {
  test("a missing field is an error that names it, at the top and in a helper, in a block too", () => {
    for (const text of ["{{missing}}", "{{code missing}}", "{{#each list}}{{missing}}{{/each}}", "{{a.missing}}"]) {
      const template = compileTemplate("x.md.hbs", text);
      expect(() => template({ a: {}, list: [{ other: "x" }] })).toThrow(/missing|nothing/);
    }
  });

  test.each(["{{{a}}}", "{{&a}}", "{{#if a}}{{{a}}}{{/if}}"])("unescaped output (%s) is not available", (text) => {
    expect(() => compileTemplate("x.md.hbs", text)).toThrow(/unescaped/);
  });

  test.each([
    "{{constructor}}",
    "{{a.constructor}}",
    "{{a.__proto__}}",
    "{{__proto__.polluted}}",
    "{{toString}}",
    "{{code constructor}}",
    "{{#with a}}{{constructor}}{{/with}}",
    "{{#each a}}{{constructor.name}}{{/each}}",
  ])("prototypes cannot be reached: %s", (text) => {
    let out = "";
    expect(() => {
      out = compileTemplate("x.md.hbs", text)({ a: { b: { c: "d" } } });
    }).toThrow(TemplateError);
    expect(out).toBe("");
  });

  test.each([
    "{{lookup a 'b'}}",
    "{{log a}}",
    "{{readFile 'x'}}",
    "{{require 'fs'}}",
    "{{> partial}}",
    "{{#unknown a}}x{{/unknown}}",
  ])("there is no such helper or partial: %s", (text) => {
    expect(() => compileTemplate("x.md.hbs", text)({ a: { b: "c" } })).toThrow(TemplateError);
  });

  test("syntax faults are said in one line, without a stack", () => {
    expect(() => compileTemplate("x.md.hbs", "{{#if a}}")).toThrow(/^template x\.md\.hbs cannot be read: .*$/);
  });
});
