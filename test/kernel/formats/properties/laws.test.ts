import fc from "fast-check";
import { expect, test } from "vitest";
import { PropertiesDocument } from "../../../../src/kernel/formats/properties/document.ts";
import type { Charset, PropertyChange } from "../../../../src/kernel/formats/properties/types.ts";
import { anyDocument, bytes, lines, someKey, soup, tame, text } from "./generated-documents.ts";
import { runs } from "../../../support/runs.ts";

const RUNS = { numRuns: runs(2000) };
const charset = fc.constantFrom<Charset>("latin1", "utf8");
const parse = (file: string) => PropertiesDocument.parse(Buffer.from(file, "latin1"));
const puts = (document: PropertiesDocument, by: Charset) =>
  document.load(by).entries.map(({ key, value }) => [key, value] as const);

/** Documents that an edit accepts. */
const editable = fc.oneof(lines, tame, soup).filter((file) => parse(file).bom === null && parse(file).load().loads);

test("[A1] print(parse(b)) = b for any bytes, and parsing them never fails", () => {
  fc.assert(
    fc.property(fc.oneof(bytes, anyDocument), (file) => {
      const document = parse(file);
      expect(document.bytes().equals(Buffer.from(file, "latin1"))).toBe(true);
      for (const by of ["latin1", "utf8"] as const) expect(document.load(by).loads).toBe(document.load(by).error === null);
    }),
    RUNS,
  );
});

test("[A1] logical lines lie behind one another and their parts inside them, and what lies between makes no entry", () => {
  fc.assert(
    fc.property(anyDocument, (file) => {
      let end = 0;
      let between = "";
      for (const line of parse(file).lines) {
        const places = [
          end,
          line.start,
          line.keyStart,
          line.keyEnd,
          line.separatorEnd,
          line.valueStart,
          line.valueEnd,
          line.contentEnd,
          line.end,
          file.length,
        ];
        expect(places).toEqual([...places].sort((a, b) => a - b));
        between += file.slice(end, line.start);
        end = line.end;
      }
      expect(parse(between).lines.length).toBe(0);
    }),
    RUNS,
  );
});

test("[A2] load(set(d, k, v)) = load(d) with k = v, and every other byte stays", () => {
  fc.assert(
    fc.property(editable, someKey, text, charset, (file, key, value, by) => {
      const before = parse(file);
      const after = before.set(key, value, by);
      const had = before.load(by).map.has(key);
      expect(puts(parse(after.text), by)).toEqual([
        ...puts(before, by).map(([k, v]) => (k === key ? [k, value] : [k, v])),
        ...(had ? [] : [[key, value]]),
      ]);
      const untouched = before.lines.filter((_, i) => before.load(by).entries[i]?.key !== key);
      for (const line of untouched) expect(after.text).toContain(file.slice(line.start, line.contentEnd));
      if (!had) expect(after.text.startsWith(file)).toBe(true);
    }),
    RUNS,
  );
});

test("[A2] what lies before, between and behind the touched logical lines is byte for byte the same", () => {
  fc.assert(
    fc.property(editable, fc.nat(), text, charset, (file, pick, value, by) => {
      const before = parse(file);
      const { entries } = before.load(by);
      const entry = entries[pick % Math.max(1, entries.length)];
      if (!entry) return;
      const after = before.set(entry.key, value, by).text;
      const touched = before.lines.filter((_, i) => entries[i]?.key === entry.key && entries[i]?.value !== value);
      const pattern: string[] = [];
      let from = 0;
      for (const line of touched) {
        // indentation, key and separator belong to what stays, too
        pattern.push(file.slice(from, line.separatorEnd));
        from = line.contentEnd;
      }
      pattern.push(file.slice(from));
      let at = 0;
      for (const [i, kept] of pattern.entries()) {
        const found = i === pattern.length - 1 ? after.length - kept.length : after.indexOf(kept, at);
        if (i === 0) expect(found).toBe(0);
        expect(found).toBeGreaterThanOrEqual(at);
        expect(after.slice(found, found + kept.length)).toBe(kept);
        at = found + kept.length;
      }
    }),
    RUNS,
  );
});

test("[A2] setting what a key says already changes no byte", () => {
  fc.assert(
    fc.property(editable, charset, (file, by) => {
      const document = parse(file);
      const values = new Map(puts(document, by));
      const equal = [...values].filter(([key, value]) => puts(document, by).every(([k, v]) => k !== key || v === value));
      expect(
        document.edit(
          equal.map(([key, value]) => ({ key, value })),
          by,
        ),
      ).toBe(document);
    }),
    RUNS,
  );
});

test("[A2] setting a value and setting it back restores the reading", () => {
  fc.assert(
    fc.property(editable, someKey, text, charset, (file, key, value, by) => {
      const document = parse(file);
      const old = document.load(by).map.get(key);
      const there = document.set(key, value, by);
      const back = old ? there.set(key, old.value, by) : there.unset(key, by);
      expect(new Map(puts(parse(back.text), by))).toEqual(new Map(puts(document, by)));
    }),
    RUNS,
  );
});

test("[A2] unset removes every occurrence and nothing else", () => {
  fc.assert(
    fc.property(editable, fc.nat(), charset, (file, pick, by) => {
      const document = parse(file);
      const entries = puts(document, by);
      const key = entries[pick % Math.max(1, entries.length)]?.[0] ?? "absent";
      const kept = document.lines
        .filter((_, i) => entries[i]?.[0] === key)
        .reduceRight((t, l) => t.slice(0, l.start) + t.slice(l.end), file);
      fc.pre(!/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/.test(kept));
      const after = document.unset(key, by);
      expect(after.text).toBe(kept);
      expect(puts(parse(after.text), by)).toEqual(entries.filter(([k]) => k !== key));
    }),
    RUNS,
  );
});

test("[A2] many changes at once are the changes one after the other", () => {
  const change: fc.Arbitrary<PropertyChange> = fc.oneof(
    fc.record({ key: someKey, value: text }),
    fc.record({ key: someKey, remove: fc.constant(true as const) }),
  );
  fc.assert(
    fc.property(editable, fc.uniqueArray(change, { maxLength: 5, selector: (c) => c.key }), (file, changes) => {
      const document = parse(file);
      const atOnce = document.edit(changes);
      const oneByOne = changes.reduce((d, c) => parse(d.edit([c]).text), document);
      expect(puts(parse(atOnce.text), "latin1")).toEqual(puts(oneByOne, "latin1"));
    }),
    RUNS,
  );
});
