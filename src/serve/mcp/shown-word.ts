import { readable } from "../../kernel/index.ts";
import { visible } from "../../report/index.ts";

/** Returns a client's word for a quote in a message: shortened, on one line, with invisible characters made visible. */
export const shownWord = (word: string): string => visible(readable(word));
