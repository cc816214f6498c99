import { diagnosisOf } from "../../../src/diagnose/causes/diagnose.ts";
import { encodingOf } from "../../../src/diagnose/causes/encoding.ts";
import { SourceReader } from "../../../src/diagnose/causes/read-source.ts";
import { UnmatchedErrors } from "../../../src/diagnose/causes/unmatched.ts";

/** What a log says, read in pieces of so many bytes. */
export function readLog(log: string | Uint8Array, piece = 1024 * 1024) {
  const bytes = Buffer.from(log as string);
  const kind = encodingOf(bytes);
  if ("other" in kind) throw new Error(kind.other);
  const unmatched = new UnmatchedErrors();
  const reader = new SourceReader("a.log", kind.encoding, unmatched);
  for (let from = 0; from < bytes.length; from += piece) reader.take(bytes.subarray(from, from + piece));
  return { ...reader.end(), unmatched: unmatched.top(10) };
}

/** The causes of a text that somebody pasted, in the order in which they are shown. */
export function pasted(text: string) {
  const reader = new SourceReader("-", "utf-8", new UnmatchedErrors(), true);
  reader.take(Buffer.from(text));
  return diagnosisOf({ all: [reader.end()], symptom: null, unmatched: new UnmatchedErrors(), most: 3 }).causes;
}
