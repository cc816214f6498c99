import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { guessFromName, sbomBytes } from "../../../src/deploy/publish/sbom.ts";
import { FILES, manifestOf, settingsManifest, sha256 } from "./support.ts";

const DIGESTS = { manifest: sha256(Buffer.from("m")), bundle: sha256(Buffer.from("b")) };
const bom = (manifest = manifestOf(), digests = DIGESTS) =>
  JSON.parse(sbomBytes(manifest, "production-2506", digests).toString("utf8"));

/** The official schemas, as the CycloneDX project's own package carries them. */
const SCHEMAS = join(
  dirname(createRequire(import.meta.url).resolve("@cyclonedx/cyclonedx-library/package.json")),
  "res",
  "schema",
);
const schema = (name: string) => JSON.parse(readFileSync(join(SCHEMAS, `${name}.SNAPSHOT.schema.json`), "utf8"));

/** Formats that the schema names; ajv knows none by itself. */
const FORMATS = {
  "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  "iri-reference": true,
  "idn-email": true,
  uri: /^[a-z][a-z0-9+.-]*:/,
} as const;

function official() {
  const ajv = new Ajv({ strict: false, allErrors: true, formats: FORMATS });
  for (const name of ["spdx", "jsf-0.82", "cryptography-defs"])
    ajv.addSchema({ ...schema(name), $id: `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json` });
  return ajv.compile(schema("bom-1.6"));
}

describe("[D1] the bill of materials", () => {
  test("is valid by the official CycloneDX 1.6 schema, for a swap and a settings bundle", () => {
    const validate = official();
    const many = Object.fromEntries(
      ["a-1.0", "b", "c_v2-beta", "d-20240101", "plain name"].map((name) => [`plugin/lib/${name}.jar`, name]),
    );
    const manifests = [
      manifestOf(),
      settingsManifest(),
      manifestOf({ ...FILES, ...many }),
      manifestOf(FILES, { source: { commit: null, changed: false } }),
    ];
    for (const manifest of manifests) expect(validate(bom(manifest)), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ ...bom(), serialNumber: "urn:uuid:x" })).toBe(false);
    expect(validate({ ...bom(), components: [{ type: "jar" }] })).toBe(false);
  });

  test("has one component for each jar, with its path, its SHA-256 and a version that is reported to be a guess", () => {
    const jars = { "plugin/lib/json-lite-1.9.4.jar": "json", "plugin/lib/odd.JAR": "odd", "plugin/lib/not-a-jar.zip": "zip" };
    const manifest = manifestOf({ ...FILES, ...jars });
    const { components } = bom(manifest);
    expect(components.map((item: { "bom-ref": string }) => item["bom-ref"])).toEqual([
      "plugin/lib/json-lite-1.9.4.jar",
      "plugin/lib/odd.JAR",
      "plugin/lib/plm-connector-2506.jar",
    ]);
    expect(components[0]).toMatchObject({
      type: "library",
      name: "json-lite",
      version: "1.9.4",
      hashes: [{ alg: "SHA-256", content: sha256(Buffer.from("json")) }],
      properties: [{ value: "plugin/lib/json-lite-1.9.4.jar" }, { value: "guessed from its file name, not proven" }],
    });
    expect(components[1]).not.toHaveProperty("version");
  });

  test("depends on the bundle alone: no time, and a serial number made of the manifest's digest", () => {
    expect(sbomBytes(manifestOf(), "production-2506", DIGESTS)).toEqual(sbomBytes(manifestOf(), "production-2506", DIGESTS));
    expect(JSON.stringify(bom())).not.toMatch(/timestamp|"20\d\d-/);
    expect(bom().serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(bom(manifestOf(), { ...DIGESTS, manifest: sha256(Buffer.from("other")) }).serialNumber).not.toBe(bom().serialNumber);
  });
});

test.each([
  ["json-lite-1.9.4", "json-lite", "1.9.4"],
  ["plm-connector-2506", "plm-connector", "2506"],
  ["log4j-core-2.24.3", "log4j-core", "2.24.3"],
  ["guava-33.0.0-jre", "guava", "33.0.0-jre"],
  ["tool_v2", "tool", "2"],
  ["h2", "h2", null],
  ["connector", "connector", null],
  ["-1", "-1", null],
])("[D1] the file name %s suggests %s, version %s", (stem, name, version) => {
  expect(guessFromName(stem)).toEqual({ name, version });
});
