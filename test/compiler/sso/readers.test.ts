import fc from "fast-check";
import { XmlDocument, type XmlElement } from "libxml2-wasm";
import { expect, test } from "vitest";
import { PropertiesDocument } from "../../../src/kernel/formats/properties/document.ts";
import "../../support/seed.ts";
import { differences, documents } from "./readers.ts";
import { factsOf, filesOf } from "./scene.ts";

function parameters(text: string): ReadonlyMap<string, string> {
  using document = XmlDocument.fromBuffer(Buffer.from(text, "latin1"));
  const all = document.find("/parameters/parameter") as XmlElement[];
  return new Map(all.map((one) => [one.attr("name")?.value ?? "", one.attr("value")?.value ?? ""]));
}

test("[E1] [E4] five readers read one sso.yaml alike (java.util.Properties and Java's XML reader: the oracle suite)", () => {
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
