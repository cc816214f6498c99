import { expect, test } from "vitest";
import { GROUPS } from "../../src/kernel/diagnostic/groups.ts";
import { CAUSES } from "../../src/diagnose/causes/registry.generated.ts";
import { CHECKS } from "../../src/live/doctor/registry.generated.ts";
import { PROBES } from "../../src/live/probe/registry.generated.ts";
import { RULES } from "../../src/compiler/rules/registry.generated.ts";
import { withoutComments } from "./comments.ts";
import { below, read } from "./project.ts";

const IDS = new Set<string>(RULES.map(({ id }) => id));
const GROUPS_IN_USE = new Set([...IDS].map((id) => `${id.split("/")[0]}/*`));
const OTHERS = new Set<string>([...CAUSES, ...CHECKS, ...PROBES].map(({ id }) => id));

/** Where ids are declared: definitions, and which of them are meant by a group, a check or the type of all ids. */
const DECLARED =
  /^src\/(compiler\/rules|kernel\/diagnostics)\/|^src\/kernel\/diagnostic\/(groups|ids\.generated)\.ts$|^src\/live\/doctor\/about-rules\.ts$|\/registry\.generated\.ts$/;

test("no code outside of a rule compares the id of a finding: it says by data what a finding has to do with another", () => {
  const named = below("src", /\.ts$/)
    .filter((path) => !DECLARED.test(path))
    .flatMap((path) => {
      const quoted = withoutComments(read(path), { literals: true }).matchAll(/["'`]([a-z]+\/[a-z0-9-]+)["'`]/g);
      const ids = [...quoted].map(([, id]) => id as string).filter((id) => IDS.has(id) && !OTHERS.has(id));
      return ids.map((id) => `${path}: ${id}`);
    });
  expect(named).toEqual([]);
});

test("no code takes the group of an id from its text but `groupOf`", () => {
  const cut = below("src", /\.ts$/).filter((path) => /\brule\.startsWith\(/.test(read(path)));
  expect(cut).toEqual([]);
});

test("every id that `because` names is that of a finding, and every group has one", () => {
  const known = (id: string) => IDS.has(id) || GROUPS_IN_USE.has(id);
  const declared = RULES.flatMap(({ id, because = [] }) => because.map((other) => [id, other] as const));
  expect(declared.length).toBeGreaterThan(50);
  expect(declared.filter(([, other]) => !known(other))).toEqual([]);
  expect(declared.filter(([id, other], i) => declared.findIndex(([a, b]) => a === id && b === other) !== i)).toEqual([]);
  for (const [group, { because = [] } = {}] of Object.entries(GROUPS)) {
    expect([...GROUPS_IN_USE]).toContain(`${group}/*`);
    expect(because.filter((id) => !known(id))).toEqual([]);
  }
});
