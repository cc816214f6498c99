import type { PropertiesDocument } from "./document.ts";
import type { PropertyEntry } from "./types.ts";

/** The entry whose logical line holds a physical line (from 1), as java.util.Properties loads the document; null: none does. */
export const entryAt = (document: PropertiesDocument, line: number): PropertyEntry | null =>
  document.load().entries.find((entry) => entry.line <= line && line <= entry.endLine) ?? null;
