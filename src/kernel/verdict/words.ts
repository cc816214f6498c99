import { plural } from "../diagnostic/plural.ts";
import { type Text, listTexts, name, say } from "../diagnostic/text.ts";

/** Returns a code of the compatibility matrix with its meaning, 'P (Planned)', or the code alone if `means` is null. */
export function codeWords(code: string, means: string | null): string {
  return means ? `${code} (${means})` : code;
}

/** Returns a `HostVerdictKind` in words: 'same tier' for 'same'; the others unchanged. */
export const hostWords = (verdict: string): string => (verdict === "same" ? "same tier" : verdict);

/** Returns a tool release and a connector release in the form '2024x Refresh3 × 2606'. */
export function pairWords(tool: string, connector: string): string {
  return `${tool} × ${connector}`;
}

/** Returns a list in words: "a", "a and b", "a, b and c"; "" for an empty list. */
export function listWords(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}

/** Returns the remaining days of an exception in words: 'today is the last day', '1 day left', '14 days left', 'ended 3 days ago'. */
export function daysLeftWords(days: number): string {
  const count = (n: number) => plural(n, "day");
  if (days < 0) return `ended ${count(-days)} ago`;
  return days === 0 ? "today is the last day" : `${count(days)} left`;
}

/** Returns a code of the compatibility matrix with its meaning, 'P (Planned)', or the code alone, as parts of a message. */
export const codeText = (code: string, means: string | null | undefined): Text =>
  means ? say`${name(code)} (${name(means)})` : say`${name(code)}`;

export const pairText = (tool: string, connector: string): Text => say`${name(tool)} × ${name(connector)}`;

/** Returns names of environments, releases or matrix rows as a part of a message: "a, b and c". */
export const namesText = (names: readonly string[]): Text => listTexts(names.map(name));
