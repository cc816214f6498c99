import type { Invocation } from "./command/command.ts";

/** Returns a document for programs as the commands print it: indented, with a line feed at the end (docs/formats.md, JSON outputs). */
export const jsonDocument = (document: object): string => `${JSON.stringify(document, null, 2)}\n`;

/**
 * Prints the result of a command, which is its JSON document: as that document, or as the text that is a view of it.
 * @param view writes the text from the document alone
 */
export function printResult<Document extends { readonly schema: string }>(
  { format, host }: Pick<Invocation, "format" | "host">,
  document: Document,
  view: (document: Document) => string,
): void {
  host.stdout.write(format === "json" ? jsonDocument(document) : view(document));
}
