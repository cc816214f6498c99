import { expect, test } from "vitest";
import { CAUSES } from "../../src/diagnose/causes/registry.generated.ts";
import { CHECKS } from "../../src/live/doctor/registry.generated.ts";
import { PROBES } from "../../src/live/probe/registry.generated.ts";
import { RULES } from "../../src/compiler/rules/registry.generated.ts";
import { withoutComments } from "./comments.ts";
import { below, read } from "./project.ts";

const NAME = /"((?:repo|tier|conf|logging|compat|kit|sso|idp|secret)\/[a-z0-9]+(?:-[a-z0-9]+)*)"/g;

/** Reading stages raise rules by name: a name without a rule file would be a finding that nothing explains. */
test("every rule id in the sources has a rule file", () => {
  // a probe, a cause or a check is named in the same way, and is none
  const known = new Set<string>([...RULES, ...PROBES, ...CAUSES, ...CHECKS].map(({ id }) => id));
  const unknown = below("src", /\.ts$/).flatMap((path) => {
    const code = withoutComments(read(path), { literals: true });
    return [...code.matchAll(NAME)]
      .map(([, id]) => id as string)
      .filter((id) => !known.has(id))
      .map((id) => `${path}: ${id}`);
  });
  expect(unknown).toEqual([]);
});

test("rules stand once each, in order, and say all that their page shows", () => {
  const ids = RULES.map((rule) => rule.id);
  expect(ids).toEqual([...new Set(ids)].sort());
  for (const rule of RULES) {
    for (const text of [rule.title, rule.why, rule.remedy]) expect(text, rule.id).toMatch(/\S.{10,}/);
    expect(rule.passes.length, rule.id).toBeGreaterThan(0);
  }
});
