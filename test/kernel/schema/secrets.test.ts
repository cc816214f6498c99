import { expect, test } from "vitest";
import { secretSpans } from "../../../src/kernel/schema/secret-spans.ts";
import { checkDocument } from "../../../src/kernel/schema/validate.ts";
import { placeOf } from "../../../src/kernel/source/tree.ts";
import { shown, treeOf } from "../../support/yaml.ts";

const CANARY = "hunter2-canary";

function sso(secret: string): string {
  return `apiVersion: tierwright/v1\nkind: FederatedSignIn\noidc:\n  clientSecret: ${secret}\n`;
}

test.each(["{ env: NAME }", "{ file: secret.txt }", "{ command: [vault, read] }", "\n    env: NAME"])(
  "the reference %s is right",
  (secret) => {
    const tree = treeOf(sso(secret));
    expect(checkDocument("FederatedSignIn", tree)).toEqual([]);
    expect(secretSpans("FederatedSignIn", tree)).toEqual([]);
  },
);

test.each([
  [CANARY, "secret/plain-value"],
  [`"${CANARY}"`, "secret/plain-value"],
  [`|\n    ${CANARY}`, "secret/plain-value"],
  ["12345678", "secret/plain-value"],
  [`&a ${CANARY}`, "secret/plain-value"],
  [`[${CANARY}]`, "secret/plain-value"],
  [`{ value: ${CANARY} }`, "secret/plain-value"],
  [`{ enf: ${CANARY} }`, "repo/unknown-key"],
  [`{ env: [${CANARY}] }`, "repo/wrong-kind"],
  ["{}", "secret/ambiguous-reference"],
  [`{ env: A, file: ${CANARY} }`, "secret/ambiguous-reference"],
])("of %s the finding is %s and shows no value", (secret, rule) => {
  const problems = checkDocument("FederatedSignIn", treeOf(sso(secret)));
  expect(problems.map((problem) => problem.rule)).toContain(rule);
  expect(JSON.stringify(problems)).not.toContain(CANARY);
  expect(JSON.stringify(problems)).not.toContain("12345678");
});

test("every field for a secret demands a reference", () => {
  const names = ["identityServicePassword", "propertiesPassword", "keyStorePassword", "privateKeyPassword"];
  const text = `apiVersion: tierwright/v1\nkind: FederatedSignIn\nsecrets:\n${names.map((name) => `  ${name}: x\n`).join("")}`;
  expect(shown(checkDocument("FederatedSignIn", treeOf(text)))).toEqual(
    names.map((_, i) => `${i + 4}:${(names[i] ?? "").length + 5} secret/plain-value`),
  );
});

test("ranges that may hold a secret in plain text are known to whoever shows the lines", () => {
  const spans = (secret: string) =>
    secretSpans("FederatedSignIn", treeOf(sso(secret))).map((span) => span.source.text.slice(span.start, span.end));
  expect(spans(CANARY)).toEqual([CANARY]);
  expect(spans(`{ env: A, value: ${CANARY} }`)).toEqual([CANARY]);
  expect(spans(`[${CANARY}]`)).toEqual([`[${CANARY}]`]);
  const alias = treeOf(`apiVersion: tierwright/v1\nkind: FederatedSignIn\noidc: { clientId: &a ${CANARY}, clientSecret: *a }\n`);
  expect(secretSpans("FederatedSignIn", alias).map((span) => placeOf(span).column)).toEqual([52, 22]);
});
