import type { PropertiesDocument } from "../../../../src/kernel/formats/properties/document.ts";
import type { Charset } from "../../../../src/kernel/formats/properties/types.ts";
import { isRefusal } from "../../../../src/kernel/diagnostic/refusal.ts";

/** One stored answer of java.util.Properties. */
export interface Answer {
  readonly ok: boolean;
  readonly error?: string;
  readonly puts: number;
  readonly duplicates: readonly string[];
  readonly map: Readonly<Record<string, string>>;
}

export interface Answers {
  readonly latin1: Answer;
  /** null: the same as latin1. */
  readonly utf8: Answer | null;
}

function readingFault(document: PropertiesDocument, charset: Charset, answer: Answer): string | null {
  const { loads, entries, map } = document.load(charset);
  const ours = JSON.stringify([loads, entries.length, [...map].map(([key, entry]) => [key, entry.value]).sort()]);
  const javas = JSON.stringify([answer.ok, answer.puts, Object.entries(answer.map).sort()]);
  return ours === javas ? null : `${charset} reads ${ours.slice(0, 200)}, Java ${javas.slice(0, 200)}`;
}

/** Setting each key to the value it has; a file that cannot be edited must be refused. */
function selfFault(document: PropertiesDocument, charset: Charset, duplicates: readonly string[]): string | null {
  const { loads, map } = document.load(charset);
  const changes = [...map.values()].filter(({ key }) => !duplicates.includes(key)).map(({ key, value }) => ({ key, value }));
  try {
    return document.edit(changes, charset) === document ? null : `${charset}: setting what stands there changes bytes`;
  } catch (error) {
    const refused = isRefusal(error, 1) && (!loads || document.bom !== null);
    return refused ? null : `${charset}: ${(error as Error).message}`;
  }
}

/** What is wrong with our reading of a real file, in words. */
export function corpusFaults(document: PropertiesDocument, bytes: Buffer, answers: Answers): string[] {
  const utf8 = answers.utf8 ?? answers.latin1;
  const faults = [
    readingFault(document, "latin1", answers.latin1),
    readingFault(document, "utf8", utf8),
    selfFault(document, "latin1", answers.latin1.duplicates),
    selfFault(document, "utf8", utf8.duplicates),
    document.bytes().equals(bytes) ? null : "printing changes bytes",
  ];
  return faults.filter((fault) => fault !== null);
}
