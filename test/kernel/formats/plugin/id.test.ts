import fc from "fast-check";
import { expect, test } from "vitest";
import { parsePlugin } from "../../../../src/kernel/formats/plugin/descriptor.ts";
import { pluginId } from "../../../../src/kernel/formats/plugin/id.ts";
import { runs } from "../../../support/runs.ts";

const idOf = (text: string) => pluginId(Buffer.from(text));

test.each([
  ['<plugin id="a"/>', "a"],
  ["<?xml version='1.0'?><!-- <plugin id='no'/> --><plugin name=\"x\"\n id = 'b'>", "b"],
  ['<plugins><plugin id="c"/></plugins>', "c"],
  ['<plugin name="x" nid="no"><requires id="no"/></plugin>', null],
  ['<!-- <plugin id="no"/>', null],
  ["", null],
  ["<plugin", null],
  ['<!----><plugin id="d"/>', "d"],
])("[D6] the id of %s is %s", (text, id) => {
  expect(idOf(text)).toBe(id);
});

const utf16 = (text: string, order: "le" | "be", mark: boolean) => {
  const bytes = Buffer.from(`${mark ? "\ufeff" : ""}${text}`, "utf16le");
  return order === "le" ? bytes : bytes.swap16();
};

test.each([
  ["le", true],
  ["be", true],
  ["le", false],
  ["be", false],
] as const)("[D6] the id of a file in UTF-16 (%s, with its mark: %s)", (order, mark) => {
  const text = '<?xml version="1.0" encoding="UTF-16"?><!-- <plugin id="no"/> --><plugin name="\u{1d54a}" id="com.example"/>';
  expect(pluginId(utf16(text, order, mark))).toBe("com.example");
  expect(pluginId(utf16("<plugins/>", order, mark))).toBe(null);
  expect(pluginId(Buffer.concat([utf16(text, order, mark), Buffer.from([0x20])]))).toBe("com.example");
});

test.each([
  ["com&#46;example", "com.example"],
  ["com&#x2e;ex&#x0061;mple", "com.example"],
  ["&#99;om&#x00002E;example", "com.example"],
  ["a&amp;#46;b", "a&#46;b"],
  ["a&lt;&gt;&quot;&apos;b", "a<>\"'b"],
  ["a&#xD800;&#x110000;&#;&x;b", "a&#xD800;&#x110000;&#;&x;b"],
  ["&#x1D54A;", "\u{1d54a}"],
])("[D6] an id that is spelt %s is %s", (spelt, id) => {
  expect(idOf(`<plugin id="${spelt}"/>`)).toBe(id);
  expect(idOf(`<plugin id='${spelt}'/>`)).toBe(id);
});

test("[D6] megabytes of what a plugin.xml could hang a scan with are read at once", () => {
  for (const part of [
    "<!--",
    "<!-- -->",
    "<plugin ",
    "<plugin",
    "<plugins>",
    "<!--<plugin",
    "<plugin id=",
    " id",
    '<plugin id="',
  ])
    expect(idOf(part.repeat(runs(15_000_000) / part.length)) ?? "none").not.toBe("x");
}, 20_000);

const word = fc.stringMatching(/^[A-Za-z][\w. -]{0,8}$/);
const attribute = fc.tuple(fc.constantFrom(" ", "\n ", "\t"), fc.constantFrom("name", "version", "xid", "class"), word);

test("[D6] of a well-formed descriptor the id is the one that the descriptor's reader gives", () => {
  fc.assert(
    fc.property(
      fc.array(attribute, { maxLength: 3 }),
      word,
      fc.constantFrom('"', "'"),
      fc.boolean(),
      (others, id, quote, last) => {
        const seen = new Set<string>();
        const rest = others
          .filter(([, key]) => !seen.has(key) && seen.add(key))
          .map(([gap, key, text]) => `${gap}${key} = ${quote}${text}${quote}`);
        const own = ` id=${quote}${id}${quote}`;
        const text = `<?xml version="1.0"?><!-- <plugin id="no"> --><plugin${last ? rest.join("") + own : own + rest.join("")}><runtime id="no"/></plugin>`;
        expect(parsePlugin(Buffer.from(text)).descriptor?.id?.text).toBe(id);
        expect(idOf(text)).toBe(id);
      },
    ),
  );
});
