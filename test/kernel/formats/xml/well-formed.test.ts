import { describe, expect, test } from "vitest";
import { ILL_FORMED, TYPED, WELL_FORMED } from "./documents.ts";
import { parse } from "./support.ts";

describe("[A6] documents that Java's parser reads", () => {
  test.each(WELL_FORMED)("%j", (text) => {
    expect(parse(text).problem).toBeNull();
  });
});

describe("[A6] documents with a document type that can give what is not written in them", () => {
  test.each(TYPED)("%j is refused in words", (text) => {
    const { root, problem } = parse(text);
    expect(root).toBeNull();
    expect(problem).toMatchObject({ kind: "document-type", offset: text.indexOf("<!DOCTYPE") });
    expect(problem?.message).toBe(
      "a document type (<!DOCTYPE), whose entities and attributes are not read here; remove it, and write what it declares where it is used",
    );
  });

  test("an entity that only the file of the document type could declare is refused", () => {
    expect(parse("<!DOCTYPE a PUBLIC '-//x' 'y'><a>&e;</a>").problem).toEqual({
      kind: "form",
      message: "the entity '&e;' is not declared",
      offset: 33,
    });
  });

  test("a comment or a section with the word is none", () => {
    expect(parse("<!-- <!DOCTYPE a [] --><a><![CDATA[<!DOCTYPE a []>]]></a>").problem).toBeNull();
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
