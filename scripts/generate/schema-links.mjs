/** Sections of a page that lead to the schemas of JSON documents, which describe every field. */
import { readText } from "./sources.mjs";

/** Descriptions that only name the command, which a page's table of commands does. */
const PRINTED = /^What (?:`[^`]+`(?:, | and )?)+ prints?\.$/;

/** Returns a document's heading of `level` signs and the link to its schema, with its description unless a page has it. */
export async function schemaLink(name, { level = "##", described = true } = {}) {
  const schema = JSON.parse(await readText(`schemas/${name}.schema.json`));
  const version = schema.properties.schema?.const;
  const title = `[${version ? `\`${version}\`` : "Schema"}](../schemas/${name}.schema.json)`;
  const says = described && !PRINTED.test(schema.description) ? `: ${schema.description}` : "";
  return `\n${level} ${name}\n\n${title}${says}\n`;
}
