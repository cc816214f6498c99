import { readable } from "../../kernel/index.ts";
import { visible } from "../../report/index.ts";

/** Returns a word of an MCP client for quoting it in a message: shortened, on one line, with invisible characters made visible. */
export const shownWord = (word: string): string => visible(readable(word));
