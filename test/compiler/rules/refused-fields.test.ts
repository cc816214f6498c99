import { describe, expect, test } from "vitest";
import { REQUIREMENTS } from "../../../src/compiler/sso/required.ts";
import { exampleRepository, run } from "../../support/repository.ts";
import { said } from "../../support/said.ts";
import { discoveryOf, LIVE, REALM } from "../sso/scene.ts";

/*
 * A field of sso.yaml that is written and refused has the finding that refuses it; no further finding says that the field is missing.
 */

const SSO = "environments/demo/sso.yaml";
const BASE = { "environments/demo/discovery.json": discoveryOf(REALM) };

/** Returns LIVE with other text for the value at a pointer of two parts. */
function withValue(pointer: string, text: string): string {
  const [, map = "", field = ""] = pointer.split("/");
  const own = /^\{[^}]*\}|^\[.*?\](?=\n| \}|, )|^[^,}\n]+?(?=,| \}|\n)/;
  const start = LIVE.indexOf(`${field}: `, LIVE.indexOf(`${map}:`));
  if (start < 0) return LIVE.replace(`${map}: { `, `${map}: { ${field}: ${text}, `);
  const rest = LIVE.slice(start + field.length + 2);
  return `${LIVE.slice(0, start)}${field}: ${text}${rest.slice(own.exec(rest)?.[0].length ?? 0)}`;
}

const FIELDS = REQUIREMENTS.filter(({ what }) => what.startsWith("/")).map(({ what }) => what);

const findings = async (sso: string) => {
  const { findings: all } = await run(exampleRepository({ ...BASE, [SSO]: sso }));
  return all.filter(({ at, severity }) => at?.file === SSO && severity === "error");
};

describe("a field of sso.yaml that is there and refused", () => {
  test("[E13] the sign-in of this test has no error", async () => {
    expect((await findings(LIVE)).map(said)).toEqual([]);
  });

  const REFUSED = [
    "[[x]]",
    "{ other: x }",
    "{ evn: X }",
    "{ env: [] }",
    "{ env: A, file: b }",
    "[{ idd: x }]",
    "[5]",
    "{}",
    "null",
  ];
  test.each(FIELDS)("[E13] %s is never said to be missing", async (what) => {
    const isSecret = /secret/i.test(what);
    for (const text of [...REFUSED, ...(isSecret ? ["supersecret1", "''"] : [])]) {
      const found = await findings(withValue(what, text));
      const rules = found.map(({ rule }) => rule);
      const missing = found.filter(({ rule }) => rule === "sso/incomplete");
      if (rules.length > missing.length) expect(missing.map(said), `${what}: ${text}`).toEqual([]);
      // a value that the product cannot use is never without a finding
      expect(rules.length, `${what}: ${text}`).toBeGreaterThan(0);
    }
  });

  test.each(["idp", "loginService", "webApplication", "oidc", "secrets"])(
    "[E13] %s of a wrong kind: no field of it is said to be missing",
    async (map) => {
      const lines = LIVE.replace(new RegExp(`^${map}:.*\\n(  .*\\n)*`, "m"), `${map}: [x]\n`);
      expect((await findings(lines)).map(({ rule }) => rule)).toEqual(["repo/wrong-kind"]);
    },
  );
});
