import { describe, expect, test } from "vitest";
import { ILL_FORMED, WELL_FORMED } from "./documents.ts";
import { parse } from "./support.ts";

describe("[A6] documents that Java's parser reads", () => {
  test.each(WELL_FORMED)("%j", (text) => {
    expect(parse(text).problem).toBeNull();
  });
});

describe("[A6] documents that Java's parser refuses, with the words and the offset that say why", () => {
  test.each(ILL_FORMED)("%j: %s", (text, words, offset) => {
    const { root, problem } = parse(text);
    expect(root).toBeNull();
    expect(problem?.message).toContain(words);
    expect(problem?.offset).toBe(offset);
  });
});
