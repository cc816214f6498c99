/**
 * Returns a JSON document as the commands print it with --format json: indented, with a line feed at the end (docs/formats.md, JSON
 * outputs).
 */
export const jsonDocument = (document: object): string => `${JSON.stringify(document, null, 2)}\n`;
