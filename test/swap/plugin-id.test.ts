import { expect, test } from "vitest";
import { pluginId } from "../../src/swap/inspect/copies.ts";

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

test("[D6] 15 MB of what a plugin.xml could hang a scan with are read at once", () => {
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
    expect(idOf(part.repeat(15_000_000 / part.length)) ?? "none").not.toBe("x");
}, 20_000);
