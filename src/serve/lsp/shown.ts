import { type Text, plain, readable } from "../../kernel/index.ts";
import { visible } from "../../report/index.ts";

/*
 * LSP messages, titles and logs are plain text. An editor that renders them as markup escapes them itself, so an escape here would show as
 * backslashes. Invisible characters are made visible as everywhere; the markup of a hover is in hover.ts.
 */

/** Returns a sentence for an editor, with invisible characters made visible. */
export const shownText = (text: Text): string => visible(plain(text));

/** Returns words that can contain foreign text, shortened and with invisible characters made visible. */
export const shownWords = (words: string): string => visible(readable(words));
