import { type Text, plain, readable } from "../../kernel/index.ts";
import { visible } from "../../report/index.ts";

/*
 * Messages, titles and logs are plain text by the protocol: an editor that makes markup of them escapes them itself, and signs escaped here would
 * be read as backslashes. What nobody can see is shown as everywhere; the markup of a hover is in hover.ts.
 */

/** A sentence as an editor shows it. */
export const shownText = (text: Text): string => visible(plain(text));

/** Words that may quote anything, cut where they are too long. */
export const shownWords = (words: string): string => visible(readable(words));
