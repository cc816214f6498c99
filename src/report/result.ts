import { isRefusal } from "../kernel/index.ts";
import type { Invocation } from "./command/command.ts";
import { jsonDocument } from "./document.ts";
import { type FindingsInput, type RenderContext, renderFindings } from "./findings.ts";
import { NL } from "./style.ts";
import { columnsOf } from "./wrap.ts";

/** The settings for the text of a result: colours, the columns of the terminal, and the options --quiet and --details. */
export interface Look {
  readonly color: boolean;
  readonly width: number;
  readonly quiet: boolean;
  readonly details: boolean;
}

/** A function that returns the text for people of a command's JSON document, from the document alone. */
export type View<Document> = (document: Document, look: Look) => string;

type Printing = Pick<RenderContext, "format" | "host" | "quiet"> & Partial<Pick<Invocation, "options">>;

const lookOf = ({ host: { stdout }, quiet, options }: Printing): Look => ({
  color: stdout.color,
  width: columnsOf(stdout.width),
  quiet: quiet ?? false,
  details: options?.has("details") ?? false,
});

/**
 * Returns the result of a command: its JSON document, or the text that `view` makes of it. `view` gets the parsed document, as a program
 * would receive it, so that the text cannot show more than the JSON document contains.
 * @param spell the function that writes the document as JSON
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

/** Prints the result of a command: its JSON document, or the text that `view` makes of it. */
export function printResult<Document extends { readonly schema: string }>(
  as: Printing,
  document: Document,
  view: View<Document>,
  spell?: (document: Document) => string,
): void {
  as.host.stdout.write(resultText(as, document, view, spell));
}

/**
 * Prints what a command changed on a workstation or server. If standard output cannot be written (a full disk), says so on standard error
 * instead of throwing: the exit code must tell what happened to the thing that was changed.
 */
export function printOfRun({ host }: Pick<Printing, "host">, text: string): void {
  try {
    host.stdout.write(text);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    host.stderr.write(`tierwright: ${error.message}${NL}  lines are missing there; the exit code is that of the run${NL}`);
  }
}

/**
 * Returns the result of a command with findings: its JSON document, the view's text with the findings below it, or, in another output form,
 * the findings alone.
 */
export function resultWithFindings<Document extends { readonly schema: string }>(
  context: RenderContext,
  document: Document,
  view: View<Document>,
  input: FindingsInput,
): string {
  const own = context.format === "json" || context.format === "text" ? resultText(context, document, view) : "";
  return context.format === "json" ? own : own + renderFindings(input, context);
}
