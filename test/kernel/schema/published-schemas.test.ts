import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv, type AnySchemaObject } from "ajv";
import { describe, expect, test } from "vitest";
import { eachNth } from "../../support/runs.ts";
import { DOCUMENT_KINDS } from "../../../src/kernel/schema/validate.ts";
import { allSchemas, resolve, type SchemaNode } from "../../../src/kernel/schema/nodes.ts";

const FOLDER = fileURLToPath(new URL("../../../schemas/", import.meta.url));
const ALL = readdirSync(FOLDER).filter((name) => name.endsWith(".schema.json"));
/** Records are written and read by machines: JSON, not YAML. */
const RECORDS = [
  "bundle.schema.json",
  "capture-events.schema.json",
  "journal.schema.json",
  "receipt.schema.json",
  "recording-record.schema.json",
  "swap-plan.schema.json",
];
/** What commands print. */
const PRINTED = [
  "capture",
  "captures",
  "adopt",
  "bundle-verified",
  "bundled",
  "compat",
  "cutover",
  "deploy",
  "diagnosis",
  "doctor",
  "error",
  "findings",
  "fleet",
  "idp-apply",
  "idp-plan",
  "idp-users",
  "init",
  "job-matrix",
  "job-shards",
  "kit",
  "log-growth",
  "log4j2",
  "matrix-import",
  "logs-sweep",
  "manifest",
  "panel",
  "plan",
  "probe",
  "properties",
  "property",
  "receipts",
  "recording",
  "recording-status",
  "rehearsal",
  "rules",
  "secrets",
  "sso-pin",
  "sso-verify",
  "verify",
  "why",
].map((name) => `${name}.schema.json`);
/** A user's own file outside of any repository: it has no header. */
const OWN = ["profile.schema.json"];
const FILES = ALL.filter((name) => ![...RECORDS, ...PRINTED, ...OWN].includes(name));
const generated = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../src/kernel/schema/${name}.generated.mjs`, import.meta.url)), "utf8");

function schema(file: string): SchemaNode {
  return JSON.parse(readFileSync(FOLDER + file, "utf8")) as SchemaNode;
}

interface Placed {
  readonly path: string;
  readonly node: SchemaNode;
}

/** Every schema of a value below a document, references followed. */
function nodesBelow(file: string, node: SchemaNode, path = ""): Placed[] {
  const children: [string, SchemaNode][] = Object.entries(node.properties ?? {});
  if (node.items) children.push(["[]", node.items]);
  if (typeof node.additionalProperties === "object") children.push(["*", node.additionalProperties]);
  return children.flatMap(([name, child]) => {
    const target = resolve({ file, node: child });
    return [{ path: `${path}/${name}`, node: target.node }, ...nodesBelow(target.file, target.node, `${path}/${name}`)];
  });
}

test("the compiled validators are those of schemas/ (npm run build makes them)", async () => {
  const script = (await import(new URL("../../../scripts/validators.mjs", import.meta.url).href)) as {
    validatorsSource(): Promise<string>;
    recordsSource(): Promise<string>;
  };
  expect(generated("validators")).toBe(await script.validatorsSource());
  expect(generated("records")).toBe(await script.recordsSource());
});

test("there is one schema for each kind of document", () => {
  const kinds = FILES.map((file) => schema(file).properties?.kind?.const);
  expect([...kinds].sort()).toEqual([...DOCUMENT_KINDS].sort());
});

const ajv = new Ajv({ strict: true, allowUnionTypes: true, schemas: allSchemas() as Record<string, AnySchemaObject> });
/** Nodes whose examples were tried: documents share most of them, and each is compiled for its examples. */
const judged = new Set<string>();

describe.each(ALL)("%s", (file) => {
  const nodes = nodesBelow(file, schema(file));

  test("is draft 7, for editors, and self-explaining", () => {
    expect(schema(file)).toMatchObject({
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      additionalProperties: false,
    });
    expect((schema(file) as { title?: string }).title).toMatch(/^Tierwright /);
    expect(nodes.length).toBeGreaterThan(2);
  });

  test("describes every key", () => {
    expect(nodes.filter(({ node }) => !/\S.{3,}/.test(node.description ?? "")).map(({ path }) => path)).toEqual([]);
  });

  test("allows no unknown key in any map whose keys it lists", () => {
    const open = nodes.filter(({ node }) => node.properties !== undefined && node.additionalProperties !== false);
    expect(open.map(({ path }) => path)).toEqual([]);
  });

  test("has a title and an example for every key, for editors and readers", () => {
    const without = (keyword: "title" | "examples") =>
      nodes.filter(({ node, path }) => !/(?:\[\]|\*)$/.test(path) && node[keyword] === undefined).map(({ path }) => path);
    expect(without("title")).toEqual([]);
    expect(without("examples")).toEqual([]);
  });

  test("says of every value its kind or its choices, and gives an example where it is free", () => {
    const leaves = nodes.filter(({ node, path }) => !node.properties && !node.items && !path.endsWith("[]"));
    for (const { node, path } of leaves) {
      expect(node.type ?? node.enum ?? node.const, path).toBeDefined();
      const free =
        node.enum === undefined &&
        node.const === undefined &&
        node.type !== "boolean" &&
        typeof node.additionalProperties !== "object";
      if (free) expect(node.examples, path).toBeDefined();
    }
  });

  test("gives examples that are valid", () => {
    for (const { node, path } of eachNth(4, nodes)) {
      const text = JSON.stringify(node);
      if (node.examples === undefined || text.includes('"$ref"') || judged.has(text)) continue;
      judged.add(text);
      for (const example of node.examples) expect(ajv.validate(node, example), `${path}: ${JSON.stringify(example)}`).toBe(true);
    }
  });
});

test("text may be written as a number or a word that YAML takes for another kind, everywhere", () => {
  const strict = FILES.flatMap((file) => nodesBelow(file, schema(file)).map(({ path, node }) => ({ path: file + path, node })));
  expect(strict.filter(({ node }) => node.type === "string" || node.type === "number").map(({ path }) => path)).toEqual([]);
});
