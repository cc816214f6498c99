import { HTML_ENTITIES } from "../../kernel/index.ts";
import { shortened, visible } from "../../report/index.ts";

/** Markup that was made here: it is put into other markup as it is, while every other text is escaped. */
export class Html {
  constructor(readonly text: string) {}
}

/** What may stand in a template; what is not there, or false, is nothing at all. */
export type Piece = string | number | Html | null | undefined | false | readonly Piece[];

/** A page that is printed into the log of a build service: it finds its commands anywhere in a line. */
const COMMAND = /##(?=\w{0,12}\[)/g;

/** Text of the repository inside of markup or of a quoted attribute: nothing of it is markup, and nothing of it is invisible. */
export const escaped = (text: string): string =>
  visible(shortened(text))
    .replace(/[&<>"']/g, (c) => HTML_ENTITIES[c] ?? c)
    .replace(COMMAND, "#&#35;");

function piece(value: Piece): string {
  if (value === null || value === undefined || value === false) return "";
  if (typeof value === "string") return escaped(value);
  if (typeof value === "number") return String(value);
  return value instanceof Html ? value.text : value.map(piece).join("");
}

/** A template of markup: what stands in `${}` is escaped, save markup that was made by this very function. Attributes are always quoted. */
export function html(strings: TemplateStringsArray, ...values: readonly Piece[]): Html {
  return new Html(strings.map((string, i) => string + piece(values[i])).join(""));
}

/** Markup with a separator between the pieces. */
export const joinedHtml = (pieces: readonly Piece[], separator: string): readonly Piece[] =>
  pieces.flatMap((item, i) => (i === 0 ? [item] : [separator, item]));

/**
 * The name of a place on the page and the address of it: `env=production`. It is an element's id and works without a script; a script reads it
 * as a search. What an address cannot hold is percent-encoded, as a browser's own address line writes it.
 */
export const anchor = (kind: string, name: string): string =>
  `${kind}=${encodeURIComponent(visible(name)).replaceAll("%2F", "/")}`;
