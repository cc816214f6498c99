import { XMLParser } from "fast-xml-parser";
import fc from "fast-check";
import { expect, test } from "vitest";
import { PropertiesDocument } from "../../../src/kernel/formats/properties/document.ts";
import "../../support/seed.ts";
import { differences, documents } from "./readers.ts";
import { factsOf, filesOf } from "./scene.ts";

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "",
  parseAttributeValue: false,
  htmlEntities: true,
  trimValues: false,
});

interface Parsed {
  readonly parameters: { readonly parameter: readonly { readonly name: string; readonly value: string }[] };
}

function parameters(text: string): ReadonlyMap<string, string> {
  const { parameters } = parser.parse(Buffer.from(text, "latin1").toString("utf8")) as Parsed;
  return new Map(parameters.parameter.map(({ name, value }) => [name, value]));
}

test("[E1] [E4] five readers agree on what one sso.yaml says (java.util.Properties and Java's XML reader: the oracle suite)", () => {
  fc.assert(
    fc.property(documents, ({ yaml, discovery }) => {
      const facts = factsOf(yaml, discovery);
      const files = filesOf(facts);
      const loaded = PropertiesDocument.parse(Buffer.from(files["federation.properties"] ?? "", "latin1")).load().map;
      const properties = new Map([...loaded].map(([key, { value }]) => [key, value]));
      const readings = {
        properties,
        login: parameters(files["login.xml"] ?? ""),
        identity: parameters(files["identity.xml"] ?? ""),
      };
      expect(differences(files, readings, facts)).toEqual([]);
    }),
    { numRuns: 40 },
  );
});
