import fc from "fast-check";
import { expect, test } from "vitest";
import { PropertiesDocument } from "../../../../src/kernel/formats/properties/document.ts";
import { runs } from "../../../support/runs.ts";
import { anyDocument, lines, tame, text } from "./generated-documents.ts";

const parse = (file: string) => PropertiesDocument.parse(Buffer.from(file, "latin1"));
const values = (file: string): readonly (readonly [string, string])[] | null => {
  const { loads, map } = parse(file).load();
  return loads ? [...map].map(([key, { value }]) => [key, value] as const) : null;
};
const alike = (base: string, file: string) => parse(base).readAlike(Buffer.from(file, "latin1"));

/** A text put in the place of some characters: what an edit may not do, too. */
const damage = fc.record({
  at: fc.nat(400),
  drop: fc.nat(3),
  put: fc.array(
    fc.constantFrom("\\", "\n", "\r", "\r\n", " ", "\t", "\f", "=", ":", "#", "!", "a", "\\u00e4", "\\u1", "\xe4", "\\\n "),
    { maxLength: 3 },
  ),
});

const spelling = fc.constantFrom(
  "1",
  "",
  "http\\://h\\:1/x",
  "a,\\\n  b,\\\n  c",
  "x\\\\",
  "y ",
  "\\u00e4",
  "\xe4",
  "=z",
  "\\ s",
  "a\\\r\n\tb",
);
const between = fc.constantFrom("", "", "", "# c\n", "\r\n", "! c \\\n", "\\\n# c\n", "  ");

/** Documents that have each key once, as a kit's base files have. */
const kit = fc
  .array(
    fc.tuple(
      between,
      fc.constantFrom("=", "=", " = ", ":", " ", "\\ x=", "\\\n =", "=\\\n  ", " \\\n", "\\=:"),
      spelling,
      fc.constantFrom("\n", "\n", "\r\n", "\r", "\\\n\n"),
    ),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((all) => all.map(([before, sign, value, eol], i) => `${before}k${i}${sign}${value}${eol}`).join(""))
  .chain((file) => fc.constantFrom(file, file.trimEnd(), `${file}# end`, `${file}\\\n# end\n`));

/** Base and file: the base edited as a compile does it, then damaged, or any other document. */
const pairs = fc.oneof(
  { weight: 1, arbitrary: fc.tuple(anyDocument, anyDocument) },
  {
    weight: 9,
    arbitrary: fc
      .tuple(
        fc.oneof({ weight: 6, arbitrary: kit }, { weight: 1, arbitrary: tame }, { weight: 1, arbitrary: lines }),
        fc.array(fc.tuple(fc.nat(), fc.oneof(text, fc.constantFrom("http://h:1/x", "D:\\plm\\", "", "=a", "x"))), {
          maxLength: 3,
        }),
        fc.oneof(fc.constant([]), fc.array(damage, { maxLength: 2 })),
      )
      .map(([base, edits, damages]): [string, string] => {
        const { entries } = parse(base).load();
        const changes = edits.flatMap(([pick, value]) => {
          const entry = entries[pick % Math.max(1, entries.length)];
          return entry ? [{ key: entry.key, value }] : [];
        });
        let file = base;
        try {
          file = parse(base).edit(changes).text;
        } catch {
          // a base that Java does not load is nothing that a compile edits
        }
        for (const { at, drop, put } of damages) {
          const from = at % (file.length + 1);
          file = file.slice(0, from) + put.join("") + file.slice(from + drop);
        }
        return [base, file];
      }),
  },
);

test("[A1] what is read beside another document is what is read whole", () => {
  let read = 0;
  let changed = 0;
  fc.assert(
    fc.property(pairs, ([base, file]) => {
      const found = alike(base, file);
      if (found === null) return;
      read++;
      if (file !== base) changed++;
      expect([...found]).toEqual(values(file));
    }),
    { numRuns: runs(40_000) },
  );
  // the law says nothing of what is left to be read whole
  expect(read).toBeGreaterThan(runs(40_000) / 5);
  expect(changed).toBeGreaterThan(runs(40_000) / 10);
});

test.each([
  ["another value", "a=1\n# c\nb: 2\r\n", "a=http\\://x\n# c\nb: 3\r\n", { a: "http://x", b: "3" }],
  ["no value", "a=1\nb=\n", "a=\nb=2\n", { a: "", b: "2" }],
  ["the same continuations", "a=1,\\\n  2\nb=1\n", "a=1,\\\n  2\nb=2\n", { a: "1,2", b: "2" }],
])("[A1] %s is read beside the base", (_, base, file, expected) => {
  expect(Object.fromEntries(alike(base, file) ?? [])).toEqual(expected);
});

test.each([
  ["a value that joins the next line", "a=1\nb=2\n", "a=\\\nb=2\n"],
  ["a value that ends in a backslash of its own", "a=1\nb=2\n", "a=x\\\\\nb=2\n"],
  ["a value that Java cannot load", "a=1\nb=2\n", "a=\\u12\nb=2\n"],
  ["a value over another line's end", "a=1\nb=2\n", "a=1\rc=3\nb=2\n"],
  ["a value that begins with a space", "a=1\nb=2\n", "a= 1\nb=2\n"],
  ["another key", "a=1\nb=2\n", "c=1\nb=2\n"],
  ["a further key", "a=1\nb=2\n", "a=1\nb=2\nc=3\n"],
  ["a key less", "a=1\nb=2\n", "a=1\n"],
  ["another comment", "a=1\n#x\nb=2\n", "a=1\n#y\nb=2\n"],
  ["another comment at the end", "a=1\n#x\n", "a=1\n#y\n"],
  ["a sign that would part key and value", "a 1\n", "a =1\n"],
  ["a base that has a key twice", "a=1\na=2\n", "a=3\na=2\n"],
  ["a base without an end of its last line", "a=1\nb=2", "a=1\nb=3"],
  ["a base that Java cannot load", "a=1\nb=\\u12\n", "a=2\nb=\\u12\n"],
])("[A1] %s is read whole", (_, base, file) => {
  expect(alike(base, file)).toBeNull();
});
