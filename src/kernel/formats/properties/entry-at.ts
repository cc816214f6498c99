import type { PropertiesDocument } from "./document.ts";
import type { PropertyEntry } from "./types.ts";

/** Returns the entry whose logical line contains a physical line (from 1), as java.util.Properties loads the document; null if there is none. */
export const entryAt = (document: PropertiesDocument, line: number): PropertyEntry | null =>
  document.load().entries.find((entry) => entry.line <= line && line <= entry.endLine) ?? null;
