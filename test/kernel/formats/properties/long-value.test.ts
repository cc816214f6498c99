import { describe, expect, test } from "vitest";
import { PropertiesDocument } from "../../../../src/kernel/formats/properties/document.ts";

const KEY = "CREATE_VALUE_PROPERTY_CONFIG";
const ELEMENTS = Array.from({ length: 54 }, (_, i) => `Block${i + 1}\\:Stereotype${i + 1}`);

function file(eol: string, indent = "    "): PropertiesDocument {
  const value = ELEMENTS.join(`,\\${eol}${indent}`);
  const text = ["# connector", "TC_SERVER_URL=http\\://a/tc", `${KEY}=${value}`, "# behind", "LicenseDir=1@h", ""].join(eol);
  return PropertiesDocument.parse(Buffer.from(text, "latin1"));
}

/** Physical lines of `after` that are not in `before`, and of `before` that are not in `after`. */
function difference(before: PropertiesDocument, after: PropertiesDocument): { gone: string[]; fresh: string[] } {
  const [a, b] = [before, after].map((d) => d.text.split(/(?<=\r\n|\n|\r(?!\n))/)) as [string[], string[]];
  return { gone: a.filter((line) => !b.includes(line)), fresh: b.filter((line) => !a.includes(line)) };
}

const elementsOf = (d: PropertiesDocument) => d.load().map.get(KEY)?.value.split(",") ?? [];

describe.each([
  ["LF", "\n", "    "],
  ["CRLF", "\r\n", "\t"],
  ["CR", "\r", "  "],
])("[A2] a value over 54 physical lines (%s)", (_, eol, indent) => {
  const before = file(eol, indent);

  test("is one entry from line 3 to line 56", () => {
    const entry = before.load().map.get(KEY);
    expect([entry?.line, entry?.endLine, elementsOf(before).length]).toEqual([3, 56, 54]);
  });

  test("keeps its layout when another key changes", () => {
    const after = before.set("LicenseDir", "2@h");
    expect(difference(before, after)).toEqual({ gone: [`LicenseDir=1@h${eol}`], fresh: [`LicenseDir=2@h${eol}`] });
  });

  test.each([0, 1, 27, 53])("changes one physical line for element %i", (i) => {
    const after = before.setElement(KEY, i, "New:Thing");
    const { gone, fresh } = difference(before, after);
    expect([gone.length, fresh.length]).toEqual([1, 1]);
    expect(fresh[0]).toContain("New\\:Thing");
    expect(fresh[0]?.replace("New\\:Thing", ELEMENTS[i] as string)).toBe(gone[0]);
    expect(elementsOf(after)).toEqual(elementsOf(before).with(i, "New:Thing"));
  });

  test("changes one physical line when the whole value is given with one element changed", () => {
    const after = before.set(KEY, elementsOf(before).with(30, "Block31:Other").join(","));
    expect(difference(before, after)).toMatchObject({ gone: [expect.anything()], fresh: [`${indent}Block31\\:Other,\\${eol}`] });
  });

  test("gives a new element a line of its own", () => {
    const wanted = elementsOf(before).toSpliced(10, 0, "A:B", "C:D");
    const after = before.set(KEY, wanted.join(","));
    expect(difference(before, after)).toEqual({ gone: [], fresh: [`${indent}A\\:B,\\${eol}`, `${indent}C\\:D,\\${eol}`] });
    expect(elementsOf(after)).toEqual(wanted);
  });

  test("gives an appended element a line of its own", () => {
    const after = before.set(KEY, `${elementsOf(before).join(",")},A:B`);
    const { gone, fresh } = difference(before, after);
    expect([gone, fresh]).toEqual([
      [`${indent}${ELEMENTS[53]}${eol}`],
      [`${indent}${ELEMENTS[53]},\\${eol}`, `${indent}A\\:B${eol}`],
    ]);
  });

  test.each([
    ["the first", 0],
    ["one in the middle", 20],
    ["the last", 53],
  ])("loses the line of %s element when it is removed", (_, i) => {
    const wanted = elementsOf(before).toSpliced(i, 1);
    const after = before.set(KEY, wanted.join(","));
    expect(elementsOf(after)).toEqual(wanted);
    expect(difference(before, after).gone.length).toBeLessThanOrEqual(2);
    expect(after.load().map.get(KEY)?.endLine).toBe(55);
  });
});

test("[A2] blanks around an element stay, and an element that is not there is refused", () => {
  const document = PropertiesDocument.parse(Buffer.from("A=x, y ,z\n"));
  expect(document.setElement("A", 1, "new").text).toBe("A=x, new ,z\n");
  expect(() => document.setElement("A", 3, "new")).toThrow("A has 3 elements; there is no element 4");
  expect(() => document.setElement("B", 0, "new")).toThrow("B is absent");
});

test("[A2] a value with several elements on a line keeps what it has on each", () => {
  const document = PropertiesDocument.parse(Buffer.from("A=a,b,\\\n  c,d\n"));
  expect(document.set("A", "a,b,x,c,d").text).toBe("A=a,b,\\\n  x,c,d\n");
});
