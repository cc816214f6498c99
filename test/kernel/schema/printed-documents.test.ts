import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Ajv } from "ajv";
import { sceneOf } from "../../docs/session.ts";
import { below, ROOT } from "../../house/project.ts";
import { cli } from "../../support/host.ts";
import { documentFault } from "../../support/printed-documents.ts";
import { exampleRepository } from "../../support/repository.ts";

/* test/support/host.ts holds everything that any test prints to its schema; this is the test of that, and of what is not printed. */

describe("[B5] every JSON document that is printed", () => {
  test("has a schema by the name that it gives itself, and each schema of an output is one of those", () => {
    const schemas = readdirSync(join(ROOT, "schemas")).map((file) => file.replace(/\.schema\.json$/, ""));
    const sources = below("src", /\.ts$/).map((path) => readFileSync(join(ROOT, path), "utf8"));
    const named = new Set(
      sources.flatMap((text) => [...text.matchAll(/"tierwright\/([a-z0-9-]+)\/v1"/g)].map(([, name = ""]) => name)),
    );
    expect([...named].filter((name) => !schemas.includes(name))).toEqual([]);
    for (const name of named) {
      const schema = JSON.parse(readFileSync(join(ROOT, "schemas", `${name}.schema.json`), "utf8"));
      expect(schema.properties.schema.const).toBe(`tierwright/${name}/v1`);
    }
  });

  test("is looked at: a key more, a value of another kind or a document without a schema would fail the test that prints it", async () => {
    const { out } = await cli(["check", "--format", "json"], { cwd: exampleRepository() });
    expect(documentFault(out)).toBeNull();
    const document = JSON.parse(out);
    expect(documentFault(JSON.stringify({ ...document, further: 1 }))).toMatch(
      /findings.schema.json does not describe .*further/,
    );
    expect(documentFault(JSON.stringify({ ...document, findings: {} }))).toMatch(/\/findings must be array/);
    expect(documentFault(`${out}x`)).toMatch(/is not one JSON document/);
    expect(() => documentFault('{"schema":"tierwright/nothing/v1"}')).toThrow();
    expect(documentFault("words")).toBeNull();
  });

  test("is described as it is for the forms that have no name of their own: a job matrix, and the manifest beside compiled files", async () => {
    const { folder } = sceneOf("sample");
    const valid = (name: string, text: string) => {
      const ajv = new Ajv({ strict: true, strictRequired: false, allowUnionTypes: true, allErrors: true });
      ajv.validate(JSON.parse(readFileSync(join(ROOT, "schemas", `${name}.schema.json`), "utf8")), JSON.parse(text));
      return ajv.errors ?? [];
    };
    expect(valid("job-matrix", (await cli(["compat", "--matrix-json"], { cwd: folder })).out)).toEqual([]);
    expect(valid("job-shards", (await cli(["compat", "--matrix-json", "--shards", "8"], { cwd: folder })).out)).toEqual([]);
    await cli(["compile"], { cwd: folder });
    for (const name of ["pilot", "production", "sandbox"])
      expect(valid("manifest", readFileSync(join(folder, "dist", name, "manifest.json"), "utf8"))).toEqual([]);
    // one case holds another's manifest, to see it left alone
    const ours = (path: string) => readFileSync(join(ROOT, path), "utf8").includes('"compiler"');
    const manifests = below("test/cases", /\/expected\/.*manifest\.json$/).filter(ours);
    expect(manifests.length).toBeGreaterThan(3);
    for (const path of manifests)
      expect({ path, errors: valid("manifest", readFileSync(join(ROOT, path), "utf8")) }).toEqual({ path, errors: [] });
  });
});
