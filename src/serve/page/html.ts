import { HTML_ENTITIES } from "../../kernel/index.ts";
import { shorten, visible } from "../../report/index.ts";

/** HTML markup that is already escaped. `html` inserts it into other markup unchanged, while it escapes every other text. */
export class Html {
  constructor(readonly text: string) {}
}

/** A value that a template of `html` accepts; null, undefined and false insert nothing. */
export type Piece = string | number | Html | null | undefined | false | readonly Piece[];

/** Pattern of commands of a build service (`##[...]`): if the page is printed to its log, the service executes them anywhere in a line. */
const COMMAND = /##(?=\w{0,12}\[)/g;

/** Escapes text of the repository for markup and quoted attributes, and makes invisible characters visible. */
export const escapeHtml = (text: string): string =>
  visible(shorten(text))
    .replace(/[&<>"']/g, (c) => HTML_ENTITIES[c] ?? c)
    .replace(COMMAND, "#&#35;");

function piece(value: Piece): string {
  if (value === null || value === undefined || value === false) return "";
  if (typeof value === "string") return escapeHtml(value);
  if (typeof value === "number") return String(value);
  return value instanceof Html ? value.text : joined(value.map(piece));
}

/** Length in characters from which `joined` joins texts without copying each part, because the page of a large fleet is large. */
const LARGE = 65_536;

/** Joins texts with `+`, for which V8 keeps references to the parts, so that the bytes of the page are copied only once. */
function joined(parts: readonly string[]): string {
  if (parts.reduce((sum, { length }) => sum + length, 0) < LARGE) return parts.join("");
  let text = "";
  for (const part of parts) text += part;
  return text;
}

/** Returns a template as markup. Escapes the values in `${}`, except those of type Html. Attributes must always be quoted. */
export function html(strings: TemplateStringsArray, ...values: readonly Piece[]): Html {
  return new Html(joined(strings.map((string, i) => string + piece(values[i]))));
}

/** Returns pieces of markup with a separator between them. */
export const joinedHtml = (pieces: readonly Piece[], separator: string): readonly Piece[] =>
  pieces.flatMap((item, i) => (i === 0 ? [item] : [separator, item]));

/** Returns an address or a path as markup that a narrow column breaks after a slash or before a port or line, and not within a name. */
export const breakable = (text: string): readonly Piece[] =>
  shorten(text)
    .split(/(?<=\/)(?=[^/])|(?=:\d)/)
    .flatMap((part, i) => (i === 0 ? [part] : [html`<wbr/>`, part]));

/**
 * Returns the id of an element of the page, which is also its address after `#`: `env=production`. A link to it works without a script; the
 * page's script reads it as a search. Other characters are percent-encoded, as a browser's address line writes them.
 */
export const anchor = (kind: string, name: string): string =>
  `${kind}=${encodeURIComponent(visible(name)).replaceAll("%2F", "/")}`;
