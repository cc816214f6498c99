import fc from "fast-check";
import { expect, test } from "vitest";
import { encodeKey, encodeValue, PropertiesDocument } from "../../src/kernel/formats/properties/document.ts";
import type { Charset, PropertyChange } from "../../src/kernel/formats/properties/types.ts";
import * as generated from "../kernel/formats/properties/generated-documents.ts";
import { type JavaLoad, javaLoad, javaStore } from "./java.ts";
import { runs } from "../support/runs.ts";
import { isRefusal } from "../../src/kernel/diagnostic/refusal.ts";

type Puts = readonly (readonly [string, string])[];

interface Case {
  readonly file: string;
  readonly charset: Charset;
  readonly changes: readonly PropertyChange[];
}

const change: fc.Arbitrary<PropertyChange> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ key: generated.someKey, value: generated.text }) },
  { weight: 2, arbitrary: fc.record({ key: generated.someKey, remove: fc.constant(true as const) }) },
);

const cases: fc.Arbitrary<Case> = fc.record({
  file: fc.oneof(
    { weight: 3, arbitrary: generated.lines },
    { weight: 1, arbitrary: generated.tame },
    { weight: 1, arbitrary: generated.soup },
  ),
  charset: fc.constantFrom<Charset>("latin1", "latin1", "utf8"),
  changes: fc.array(change, { minLength: 1, maxLength: 3 }),
});

/** What Java's answer for the file turns into, change by change: set in place, removed, or put last. */
function expected(puts: Puts, changes: readonly PropertyChange[]): Puts {
  const wanted = new Map(changes.map((c) => [c.key, "value" in c ? c.value : null]));
  const kept = puts.flatMap(
    ([k, v]): Puts => (wanted.has(k) ? (wanted.get(k) === null ? [] : [[k, wanted.get(k) ?? ""]]) : [[k, v]]),
  );
  const present = new Set(puts.map(([k]) => k));
  const added = [...wanted].flatMap(([k, v]): Puts => (v !== null && !present.has(k) ? [[k, v]] : []));
  return [...kept, ...added];
}

function edited(c: Case): string | null {
  try {
    return PropertiesDocument.parse(Buffer.from(c.file, "latin1")).edit(c.changes, c.charset).bytes().toString("latin1");
  } catch (error) {
    if (isRefusal(error, 1)) return null;
    throw error;
  }
}

/** Makes one value of a file into another that shares most of it, so that kept spellings meet new ones. */
function nearValue(file: string, pick: number, seed: number): PropertyChange[] {
  const { entries, loads } = PropertiesDocument.parse(Buffer.from(file, "latin1")).load();
  const entry = entries[pick % Math.max(1, entries.length)];
  if (!loads || !entry) return [];
  const { key, value } = entry;
  const at = seed % (value.length + 1);
  const cut = (seed >> 8) % 4;
  const put = ["", "", " ", "=", ":", "\n", "\\", "é", "#", ",", "X,"][(seed >> 4) % 11] ?? "";
  return [{ key, value: value.slice(0, at) + put + value.slice(at + cut) }];
}

function shortestFailure(all: readonly Case[]): { failure: string | null; checked: number } {
  const results = all.map(edited);
  const before = javaLoad(all.map((c) => c.file));
  const after = javaLoad(results.map((r) => r ?? ""));
  let failure: string | null = null;
  let checked = 0;
  all.forEach((c, i) => {
    const result = results[i];
    const old = before[i]?.[c.charset] as JavaLoad;
    if (result === null || result === undefined) {
      if (!old.loads || /^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/.test(c.file)) return;
    } else checked++;
    const now = after[i]?.[c.charset] as JavaLoad;
    const right = old.loads && now.loads && JSON.stringify(now.puts) === JSON.stringify(expected(old.puts, c.changes));
    const said = JSON.stringify({ ...c, result, now, expected: expected(old.puts, c.changes) });
    if (!right && (failure === null || said.length < failure.length)) failure = said;
  });
  return { failure, checked };
}

test("[A2] generated edits: Java reads the changed file as it read the old one, with the change", () => {
  const { failure, checked } = shortestFailure(fc.sample(cases, { numRuns: runs(120_000), seed: 2 }));
  expect(failure).toBeNull();
  expect(checked).toBeGreaterThan(runs(80_000));
});

test("[A2] edits inside existing values keep the rest of the value's spelling and read exactly right", () => {
  const files = fc.sample(fc.tuple(fc.oneof(generated.lines, generated.tame), fc.nat(), fc.nat()), {
    numRuns: runs(48_000),
    seed: 3,
  });
  const all = files.map(([file, pick, seed], i): Case => {
    const charset = i % 3 === 0 ? "utf8" : "latin1";
    return { file, charset, changes: nearValue(file, pick, seed) };
  });
  const { failure, checked } = shortestFailure(all.filter((c) => c.changes.length > 0));
  expect(failure).toBeNull();
  expect(checked).toBeGreaterThan(runs(32_000));
});

test("[A2] spellings taken over from another document read the same there", () => {
  const pairs = fc.sample(
    fc.tuple(
      fc.oneof(generated.lines, generated.tame),
      fc.oneof(generated.lines, generated.tame),
      fc.constantFrom<Charset>("latin1", "utf8"),
    ),
    { numRuns: runs(30_000), seed: 4 },
  );
  const all: Case[] = [];
  const wanted: PropertyChange[][] = [];
  for (const [from, file, charset] of pairs) {
    const source = PropertiesDocument.parse(Buffer.from(from, "latin1"));
    const loaded = source.load(charset);
    const entries = [...loaded.map.values()];
    if (!loaded.loads || entries.length === 0) continue;
    all.push({ file, charset, changes: entries.map((e) => ({ key: e.key, raw: source.text.slice(e.valueStart, e.valueEnd) })) });
    wanted.push(entries.map((e) => ({ key: e.key, value: e.value })));
  }
  const results = all.map(edited);
  const before = javaLoad(all.map((c) => c.file));
  const after = javaLoad(results.map((r) => r ?? ""));
  let failure: string | null = null;
  all.forEach((c, i) => {
    const old = before[i]?.[c.charset] as JavaLoad;
    if (results[i] === null) return;
    const right =
      JSON.stringify(after[i]?.[c.charset]) === JSON.stringify({ loads: true, puts: expected(old.puts, wanted[i] ?? []) });
    const said = JSON.stringify({ ...c, result: results[i], now: after[i]?.[c.charset] });
    if (!right && (failure === null || said.length < (failure as string).length)) failure = said;
  });
  expect(failure).toBeNull();
  expect(results.filter((r) => r !== null).length).toBeGreaterThan(runs(20_000));
});

test("[A2] [A4] keys and values are encoded as Properties.store writes them, where its style is asked for", () => {
  const pairs = fc.sample(fc.tuple(generated.text, generated.text), { numRuns: runs(50_000), seed: 5 });
  const stored = javaStore(pairs);
  const different = pairs.filter(([k, v], i) => `${encodeKey(k)}=${encodeValue(v, "latin1", "store")}` !== stored[i]?.stream);
  expect(different).toEqual([]);
});
