import fc from "fast-check";
import { expect, test } from "vitest";
import { damaged, differences, documents, misread } from "../live/soa/xml-documents.ts";

test("[F1] 5,000 documents of a tier say to us what they say to libxml2", () => {
  expect(misread(fc.sample(documents, { numRuns: 5_000, seed: 11 }))).toEqual([]);
});

test("[F1] of 20,000 damaged ones we read none that libxml2 refuses, and none in another way", () => {
  expect(differences(fc.sample(damaged, { numRuns: 20_000, seed: 12 }))).toEqual([]);
});
