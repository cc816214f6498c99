import { type Text, plain, readable } from "../../kernel/index.ts";
import { visible } from "../../report/index.ts";

/*
 * Messages, titles and logs of the Language Server Protocol are plain text. An editor that renders them as markup escapes them itself, so
 * an escape from Tierwright would show as backslashes. Invisible characters are made visible as in all output; the markup of hover texts is
 * in hover.ts.
 */

/** Returns Tierwright's own sentence for an editor, with invisible characters made visible. */
export const shownText = (text: Text): string => visible(plain(text));

/** Returns words that can contain text of files, shortened and with invisible characters made visible. */
export const shownWords = (words: string): string => visible(readable(words));
