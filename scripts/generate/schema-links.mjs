/** Makes sections of a page that lead to the schemas of JSON documents, which describe every field. */
import { readText } from "./sources.mjs";

/** Pattern of descriptions that only name the command; a page's table of commands names it already. */
const PRINTED = /^What (?:`[^`]+`(?:, | and )?)+ prints?\.$/;

/**
 * Returns the heading of a document with `level` signs and the link to its schema, with its description unless the page has it elsewhere.
 */
export async function schemaLink(name, { level = "##", described = true } = {}) {
  const schema = JSON.parse(await readText(`schemas/${name}.schema.json`));
  const version = schema.properties.schema?.const;
  const title = `[${version ? `\`${version}\`` : "Schema"}](../schemas/${name}.schema.json)`;
  const says = described && !PRINTED.test(schema.description) ? `: ${schema.description}` : "";
  return `\n${level} ${name}\n\n${title}${says}\n`;
}
