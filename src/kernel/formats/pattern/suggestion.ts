import { patternFault } from "./pattern.ts";

/** Returns signs of a pattern as literal text of a pattern, escaped where necessary; null if they contain a class or a repetition. */
function asText(signs: readonly string[]): string | null {
  if (signs.some((sign) => /^(?:\\[0-9A-Za-z]|[[{|?*+])/.test(sign))) return null;
  return signs.map((sign) => (/^[.^$()]/.test(sign) ? `\\${sign}` : sign)).join("");
}

/** Returns the index of the character class whose repetition ends a pattern; the number of signs if the pattern ends otherwise. */
function trailingRun(signs: readonly string[]): number {
  const last = signs.length - 2;
  if (!/^[*+]$/.test(signs.at(-1) ?? "") || !/^(?:\.|\\[dw]|\])$/.test(signs[last] ?? "")) return signs.length;
  return signs[last] === "]" ? Math.max(signs.lastIndexOf("["), 0) : last;
}

/** Returns a valid `tool.versionFrom.pattern` that resembles one that `patternFault` refuses; null if none can be derived from it. */
export function suggestedPattern(pattern: string): string | null {
  const signs: readonly string[] = pattern.match(/\\?./gs) ?? [];
  const start = signs[0] === "^" ? "^" : "";
  const open = signs.indexOf("(");
  const from = open < 0 ? trailingRun(signs) : open;
  const close = open < 0 ? -1 : signs.lastIndexOf(")");
  const rest = close < 0 ? [] : signs.slice(close + 1);
  const end = rest.at(-1) === "$" ? "$" : "";
  const before = asText(signs.slice(start.length, from));
  const after = asText(rest.slice(0, rest.length - end.length)) ?? "";
  if (before === null || start + before === "") return null;
  const content = signs.slice(open < 0 ? from : from + 1, close < 0 ? undefined : close).join("");
  const any = after === "" ? ".+" : `[^${/^\\?./s.exec(after)?.[0]}]+`;
  const written = (group: string) => `${start}${before}(${group})${after}${end}`;
  return [content, any].map(written).find((one) => one !== pattern && patternFault(one) === null) ?? null;
}
