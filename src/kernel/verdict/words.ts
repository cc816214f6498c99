import { plural } from "../diagnostic/plural.ts";
import { type Text, listed, name, say } from "../diagnostic/text.ts";

/** 'P (Planned)', or the bare code where the legend gives no meaning. */
export function codeWords(code: string, means: string | null): string {
  return means ? `${code} (${means})` : code;
}

/** '2024x Refresh3 x 2606': the pair that the matrix has a cell for. */
export function pairWords(tool: string, connector: string): string {
  return `${tool} x ${connector}`;
}

/** "a", "a and b", "a, b and c". */
export function listWords(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}

/** 'today is the last day', '1 day left', '14 days left', 'ended 3 days ago'. */
export function daysLeftWords(days: number): string {
  const count = (n: number) => plural(n, "day");
  if (days < 0) return `ended ${count(-days)} ago`;
  return days === 0 ? "today is the last day" : `${count(days)} left`;
}

/** The same as parts of a message. */
export const codeText = (code: string, means: string | null | undefined): Text =>
  means ? say`${name(code)} (${name(means)})` : say`${name(code)}`;

export const pairText = (tool: string, connector: string): Text => say`${name(tool)} x ${name(connector)}`;

/** Names of environments, releases, rows: "a, b and c". */
export const namesText = (names: readonly string[]): Text => listed(names.map(name));
