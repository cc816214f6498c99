import type { Invocation } from "./command/command.ts";
import { columnsOf } from "./wrap.ts";

/** Returns a document for programs as the commands print it: indented, with a line feed at the end (docs/formats.md, JSON outputs). */
export const jsonDocument = (document: object): string => `${JSON.stringify(document, null, 2)}\n`;

/** The form of a text beside its document: colours, the columns of the terminal, and the options --quiet and --details. */
export interface Look {
  readonly color: boolean;
  readonly width: number;
  readonly quiet: boolean;
  readonly details: boolean;
}

/** Writes a text from a document alone. */
export type View<Document> = (document: Document, look: Look) => string;

type Printing = Pick<Invocation, "format" | "host" | "quiet" | "options">;

const lookOf = ({ host: { stdout }, quiet, options }: Printing): Look => ({
  color: stdout.color,
  width: columnsOf(stdout.width),
  quiet,
  details: options.has("details"),
});

/**
 * Returns the result of a command, which is its JSON document: as that document, or as the text that is a view of it. The view reads the printed
 * document, so that a text cannot say what a program does not find.
 * @param spell writes the document, if not as `jsonDocument` does
 */
export function resultText<Document extends { readonly schema: string }>(
  as: Printing,
  document: Document,
  view: View<Document>,
  spell: (document: Document) => string = jsonDocument,
): string {
  const printed = spell(document);
  return as.format === "json" ? printed : view(JSON.parse(printed) as Document, lookOf(as));
}

/** Prints the result of a command (`resultText`). */
export function printResult<Document extends { readonly schema: string }>(
  as: Printing,
  document: Document,
  view: View<Document>,
  spell?: (document: Document) => string,
): void {
  as.host.stdout.write(resultText(as, document, view, spell));
}
