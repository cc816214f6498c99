import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../bundle/options.mjs";
import { word } from "./names.mjs";

const NAME = /^[a-z][A-Za-z0-9]*$/;

/** Returns the map of a schema that a path leads to, through lists and references within the file. Throws an Error if there is none. */
function mapAt(schema, names, written) {
  let node = schema;
  for (const name of names) {
    node = node.properties?.[name];
    while (node?.$ref?.startsWith("#/"))
      node = node.$ref
        .split("/")
        .slice(1)
        .reduce((at, key) => at?.[key], schema);
    node = node?.items ?? node;
  }
  if (node?.properties === undefined)
    throw new Error(`'${written}' leads to no map of fields: DOCUMENT/PATH.FIELD (site/tool.brandNew)`);
  return node.properties;
}

/** Returns the schema with one more field, whose type is a text until somebody writes another one. */
export function scaffold(name) {
  const [kind = "", path = "", ...more] = name.split("/");
  const names = path.split(".");
  const field = names.pop() ?? "";
  word(kind, "a document");
  if (more.length > 0 || !NAME.test(field)) throw new Error(`'${name}' is no field: DOCUMENT/PATH.FIELD (site/tool.brandNew)`);
  const file = `schemas/${kind}.schema.json`;
  const schema = JSON.parse(readFileSync(join(ROOT, file), "utf8"));
  const fields = mapAt(schema, names, name);
  if (Object.hasOwn(fields, field)) throw new Error(`${file} has the field '${path}' already`);
  fields[field] = {
    title: "say its name in a few words",
    description: "Say what it decides.",
    type: ["string", "number", "boolean"],
    examples: ["say an example"],
  };
  return {
    path: file,
    text: `${JSON.stringify(schema, null, 2)}\n`,
    edits: true,
    fill: `title, description, type and example in ${file}; what reads it (src/compiler/model/ and src/compiler/load/), its default (scripts/generate/field-notes.mjs), and a change of it in test/docs/fields.test.ts`,
  };
}
