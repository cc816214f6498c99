import { expect, test } from "vitest";
import { checkDocument } from "../../../src/kernel/schema/validate.ts";
import { WHOLE_ENVIRONMENT, WHOLE_SIGN_IN } from "../../support/whole-documents.ts";
import { treeOf } from "../../support/yaml.ts";

test("an environment with every key", () => {
  expect(checkDocument("Environment", treeOf(WHOLE_ENVIRONMENT))).toEqual([]);
});

test("a sign-in document with every key", () => {
  expect(checkDocument("FederatedSignIn", treeOf(WHOLE_SIGN_IN))).toEqual([]);
});

test.each(["Exceptions", "FederatedSignIn"] as const)("%s without any key of its own", (kind) => {
  expect(checkDocument(kind, treeOf(`apiVersion: tierwright/v1\nkind: ${kind}\n`))).toEqual([]);
});
