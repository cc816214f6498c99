/** Tables of the fields of a JSON document, from its schema. */
import { readText } from "./sources.mjs";

const cell = (text) => text.replaceAll("|", "\\|").replaceAll("<", "&lt;").replaceAll("\n", " ");

function formOf(node) {
  if (node.const !== undefined) return `\`${node.const}\``;
  if (node.enum) return node.enum.map((value) => (value === null ? "null" : `\`${value}\``)).join(", ");
  const words = { array: "list", object: "map", string: "text", integer: "number", boolean: "true, false", null: "null" };
  return [node.type]
    .flat()
    .map((type) => words[type] ?? "text")
    .join(" or ");
}

/** A reference inside the schema, followed; its own description counts first. */
function resolved(node, root) {
  if (!node.$ref) return node;
  const target = node.$ref
    .slice(2)
    .split("/")
    .reduce((at, key) => at[key], root);
  return { ...resolved(target, root), ...(node.description ? { description: node.description } : {}) };
}

/** A form that may also be null is described by its other half. */
function solid(child, root) {
  const node = resolved(child, root);
  const half = (node.anyOf ?? node.oneOf ?? []).map((item) => resolved(item, root)).find((item) => item.type !== "null");
  return half ? { ...half, type: [half.type, "null"].flat(), description: node.description ?? half.description } : node;
}

function rows(node, root, path) {
  return Object.entries(node.properties ?? {}).flatMap(([key, given]) => {
    const child = solid(given, root);
    const at = path + key;
    const item = child.items ? solid(child.items, root) : null;
    const each = typeof child.additionalProperties === "object" ? solid(child.additionalProperties, root) : null;
    const inner = item?.properties
      ? rows(item, root, `${at}[].`)
      : each?.properties
        ? rows(each, root, `${at}.<name>.`)
        : rows(child, root, `${at}.`);
    return [[at, child], ...inner];
  });
}

/** A document's heading of `level` signs, what it is, and a row for each field. */
export async function fieldTable(name, level = "##") {
  const schema = JSON.parse(await readText(`schemas/${name}.schema.json`));
  const lines = rows(schema, schema, "").map(([path, node]) => {
    if (!node.description) throw new Error(`schemas/${name}.schema.json: ${path} has no description`);
    return `| \`${path}\` | ${formOf(node)} | ${cell(node.description)} |\n`;
  });
  return `\n${level} ${schema.title}\n\n${schema.description}\n\n| field | form | meaning |\n|---|---|---|\n${lines.join("")}`;
}
