import { describe, expect, test } from "vitest";
import { lostOf } from "../../../src/live/idp/kinds/kind.ts";

describe("[F13] what a write took away from a client", () => {
  const sent = { name: "plm", description: "", attributes: { empty: "", login_theme: "plm", list: [] } };

  test("an empty attribute that is gone is no difference: the server drops such attributes itself", () => {
    expect(lostOf(sent, { ...sent, attributes: { login_theme: "plm", list: [] } })).toEqual([]);
    expect(lostOf(sent, sent)).toEqual([]);
  });

  test.each([
    ["an attribute with a value", { ...sent, attributes: { empty: "", list: [] } }, ["attributes.login_theme"]],
    [
      "an empty attribute that has a value now",
      { ...sent, attributes: { ...sent.attributes, empty: "x" } },
      ["attributes.empty"],
    ],
    ["a value that is empty now", { ...sent, attributes: { ...sent.attributes, login_theme: "" } }, ["attributes.login_theme"]],
    ["an empty field that is no attribute", { name: "plm", attributes: sent.attributes }, ["description"]],
    ["all attributes", { name: "plm", description: "" }, ["attributes"]],
  ])("%s is one", (_words, read, lost) => {
    expect(lostOf(sent, read)).toEqual(lost);
  });
});
