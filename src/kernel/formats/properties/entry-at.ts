import type { PropertiesDocument } from "./document.ts";
import type { PropertyEntry } from "./types.ts";

/** Returns the entry that java.util.Properties reads from a line (from 1) of a properties file; null if the line belongs to no entry. */
export const entryAt = (document: PropertiesDocument, line: number): PropertyEntry | null =>
  document.load().entries.find((entry) => entry.line <= line && line <= entry.endLine) ?? null;
