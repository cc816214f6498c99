import { PropertiesDocument } from "../../src/kernel/formats/properties/document.ts";
import type { Charset } from "../../src/kernel/formats/properties/types.ts";
import { type JavaLoad, javaLoad } from "./java.ts";

/** The shortest file that reads differently, as a message; null when none does. */
export function shortestDifference(files: readonly string[]): string | null {
  const answers = javaLoad(files);
  let worst: string | null = null;
  files.forEach((file, i) => {
    if (worst !== null && file.length >= worst.length) return;
    for (const charset of ["latin1", "utf8"] as const) if (!same(file, charset, answers[i]?.[charset])) worst = file;
  });
  return worst === null ? null : JSON.stringify(worst);
}

function same(file: string, charset: Charset, java: JavaLoad | undefined): boolean {
  const { loads, entries } = PropertiesDocument.parse(Buffer.from(file, "latin1")).load(charset);
  return JSON.stringify({ loads, puts: entries.map((e) => [e.key, e.value]) }) === JSON.stringify(java);
}
