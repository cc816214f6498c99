import { readable } from "../../kernel/index.ts";
import { visible } from "../../report/index.ts";

/** What a client gave, as a sentence quotes it: cut where it is too long, and nothing in it ends a line or is unseen. */
export const shownWord = (word: string): string => visible(readable(word));
