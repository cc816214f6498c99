/** Nested lists of the fields of a JSON document, from its schema. */
import { readText } from "./sources.mjs";

const prose = (text) => text.replaceAll("<", "&lt;").replaceAll("\n", " ");

/** The description without what `null` means, which the legend leaves to the schema. */
const brief = (text) => prose(text.replace(/; null: .*$/s, "."));

/** What a page says once above its lists. */
export const LEGEND = `Each schema describes every field. \`?\` marks a field that can be null, \`[]\` a list, \`.<name>\` a map by name, \`:\` the possible values; fields of fields are in brackets. A field is text unless a form is given.
"As X" means the fields that X lists. \`file\` is a path relative to the repository, with \`/\`; \`line\`, \`column\`, \`endLine\` and \`endColumn\` count from 1, columns in UTF-16 code units, the end column after the last character. Within \`v1\` fields are
added, never renamed. A field that does not apply is \`null\`.`;

function formOf(node) {
  const words = { integer: "number", number: "number", boolean: "boolean" };
  return node.enum || node.const !== undefined ? "" : ([node.type].flat().flatMap((type) => words[type] ?? [])[0] ?? "");
}

/** The values of a field that has few, behind its name. */
function valuesOf(node) {
  const values = node.const === undefined ? (node.enum ?? []) : [node.const];
  return values.length === 0 ? "" : `: ${values.filter((value) => value !== null).join("|")}`;
}

const canBeNull = (node) => [node.type].flat().includes("null") || node.enum?.includes(null) === true;

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

/** Names a set of fields: many names are the same fields wherever they occur, few only with the same descriptions. */
const MANY = 5;
const nameOf = ({ properties }) =>
  Object.keys(properties).length >= MANY ? Object.keys(properties).sort().join() : JSON.stringify(properties);

/** The node that holds the fields below a field, and how the field's own name is marked. */
function fieldsBelow(child, root) {
  const item = child.items ? solid(child.items, root) : null;
  const each = typeof child.additionalProperties === "object" ? solid(child.additionalProperties, root) : null;
  const list = [child.type].flat().includes("array") ? "[]" : "";
  if (each) return { mark: ".<name>", fields: each };
  return { mark: list, fields: item?.properties ? item : child };
}

/** Descriptions of a place that the legend gives once. */
const PLACE =
  /^(?:path relative to the repository(?:, with \/)?|(?:the |its |first |last )?(?:line|column)(?:, in utf-16 code units)?|the column after the last character)\.$/i;

/** Whether a description says no more than the field's name. */
const repeats = (key, text) =>
  text.toLowerCase().replace(/^(?:the|its|their|a|an) |\.$/g, "") === key.replace(/[A-Z]/g, (big) => ` ${big.toLowerCase()}`);

/** Fields deeper than this are named on their parent's line; the schema describes them. */
const DEEPEST = 0;

/** The names of the fields of a node, with the values of those that have few. */
function below(node, root) {
  const names = Object.entries(node.properties ?? {}).map(([key, given]) => {
    const child = solid(given, root);
    return `\`${key}${fieldsBelow(child, root).mark}${valuesOf(child)}\``;
  });
  return ` (${names.join(", ")})`;
}

/** Lines of the fields of a node. Fields that were listed before are named by the place that lists them. */
function lines(node, root, { path, depth, listed, schema, described }) {
  const indent = "  ".repeat(depth);
  const plain = Object.entries(node.properties ?? {}).filter(([, given]) => PLACE.test(solid(given, root).description ?? ""));
  const place = plain.length > 1 ? plain.map(([key]) => key) : [];
  const names = plain.map(([key, given]) => `\`${key}${canBeNull(solid(given, root)) ? "?" : ""}\``);
  const first = place.length > 0 ? [`${indent}- ${names.join(", ")}\n`] : [];
  const others = Object.entries(node.properties ?? {}).filter(([key]) => !place.includes(key));
  return first.concat(
    others.flatMap(([key, given]) => {
      const child = solid(given, root);
      if (!child.description) throw new Error(`schemas/${schema}.schema.json: ${path}${key} has no description`);
      const { mark, fields } = fieldsBelow(child, root);
      const before = fields.properties ? listed.get(nameOf(fields)) : undefined;
      const at = `${path}${key}${mark}`;
      if (fields.properties && before === undefined && Object.keys(fields.properties).length > 1)
        listed.set(nameOf(fields), { at, schema });
      const form = formOf(child);
      const name = `\`${key}${mark}${canBeNull(child) ? "?" : ""}${valuesOf(child)}\``;
      const as = before && ` As \`${before.at}\`${before.schema === schema ? "" : ` of ${before.schema}`}.`;
      const says = !described || repeats(key, child.description) ? "" : `: ${brief(child.description)}`;
      const own = `${indent}- ${name}${form && ` (${form})`}${says}${as ?? ""}\n`;
      if (!fields.properties || before) return [own];
      if (depth >= DEEPEST) return [own.replace(/\n$/, `${below(fields, root)}\n`)];
      return [own, ...lines(fields, root, { path: `${at}.`, depth: depth + 1, listed, schema, described })];
    }),
  );
}

/** Joins neighbouring lines that hold names alone. */
function joined(list) {
  const named = /^- (?:`[^`]+`(?: \((?:number|boolean)\))?(?:, )?)+\n$/;
  const all = [];
  for (const line of list) {
    const last = all.at(-1) ?? "";
    if (named.test(line) && named.test(last)) all.splice(-1, 1, `${last.trimEnd()}, ${line.slice(2)}`);
    else all.push(line);
  }
  return all;
}

/** Descriptions that only name the command, which a page's table of commands does. */
const PRINTED = /^What (?:`[^`]+`(?:, | and )?)+ prints?\.$/;

/** A document's heading of `level` signs, its description unless a page has it, and its fields; `listed` holds what the page listed before. */
export async function fieldList(name, listed, { level = "##", described = true } = {}) {
  const schema = JSON.parse(await readText(`schemas/${name}.schema.json`));
  const { schema: version, ...properties } = schema.properties;
  const title = version?.const ? `\`${version.const}\`` : "";
  const fields = joined(lines({ properties }, schema, { path: "", depth: 0, listed, schema: name, described }));
  const head = [title, described && !PRINTED.test(schema.description) ? schema.description : ""]
    .filter((part) => part !== "")
    .join(": ");
  return `\n${level} ${name}\n\n${head === "" ? "" : `${head}\n\n`}${fields.join("")}`;
}
