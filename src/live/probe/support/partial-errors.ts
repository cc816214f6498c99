import { type Text, listed, plural, say, value, words } from "../../../kernel/index.ts";
import type { FaultMessage } from "../../soa/fault.ts";

/** Of what an answer holds beside what was asked for: so many are told. */
const MOST = 3;

/** A message with its code. */
export const shownMessage = ({ code, message }: FaultMessage): Text =>
  code === null ? say`${value(message)}` : message === "" ? say`${code}` : say`${code} ${value(message)}`;

/** '; beside the answer the tier tells of 1 error: 38015 ...', for the end of a sentence; nothing where there is none. */
export function besideAnswer(errors: readonly FaultMessage[]): Text {
  if (errors.length === 0) return [];
  // the same one beside each of several answers is told once
  const different = [...new Map(errors.map((one) => [`${one.code} ${one.message}`, one])).values()];
  const first = different.slice(0, MOST).map(shownMessage);
  if (different.length > MOST) first.push(words("others"));
  return say`; beside the answer the tier tells of ${words(plural(errors.length, "error"))}: ${listed(first)}`;
}
