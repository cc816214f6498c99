import { type Text, listTexts, plural, say, value, words } from "../../../kernel/index.ts";
import type { FaultMessage } from "../../soa/fault.ts";

/** The most different errors of the tier that one sentence lists. */
const MOST = 3;

/** Returns an error message of the tier with its code. */
export const shownMessage = ({ code, message }: FaultMessage): Text =>
  code === null ? say`${value(message)}` : message === "" ? say`${code}` : say`${code} ${value(message)}`;

/** Returns '; in addition to the answer the tier reports 1 error: 38015 ...' for the end of a sentence; an empty text without errors. */
export function besideAnswer(errors: readonly FaultMessage[]): Text {
  if (errors.length === 0) return [];
  // an error that occurs several times in `errors` is listed once
  const different = [...new Map(errors.map((one) => [`${one.code} ${one.message}`, one])).values()];
  const first = different.slice(0, MOST).map(shownMessage);
  if (different.length > MOST) first.push(words("others"));
  return say`; in addition to the answer the tier reports ${words(plural(errors.length, "error"))}: ${listTexts(first)}`;
}
