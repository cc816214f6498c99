import fc from "fast-check";
import { expect, test } from "vitest";
import { parsePlugin } from "../../../src/formats/plugin/descriptor.ts";
import { pluginId } from "../../../src/formats/plugin/id.ts";
import { runs } from "../../support/runs.ts";

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
