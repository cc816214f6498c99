import { SECRET_PATTERNS } from "../patterns.ts";
import { matchAt, placesOf } from "./anchors.ts";
import { opensAlone } from "./said.ts";
import { endOfMatch, type Kind, kindOfName, part, type Shape, valueOf } from "./shape.ts";

/* Finds secrets among the words of a command that are items of a list: ["tool", "-u", "ed", "-p", "hunter2"]. */

const ITEM = /(["'])(--?[A-Za-z][\w.-]{0,100})\1\s{0,50},\s{0,50}(["'])((?:[^"'\\\r\n]|\\.){1,1000})\3(?!\s{0,50}:)/y;
const JOINED = /(["'])-[pPw]=((?:[^"'\\\r\n]|\\.){1,1000})\1/y;
/** Patterns of a command's option and its value as two items of a YAML list (LINE) and as two XML elements of a build file (ELEMENT). */
const LINE = /- ["']?(--?[A-Za-z][\w.-]{0,100})["']?[ \t]{0,20}\r?\n[ \t]{0,200}- ["']?([^\s"'-][^\r\n"']{0,1000})/y;
const ELEMENT =
  />\s{0,20}(--?[A-Za-z][\w.-]{0,100})\s{0,20}<\/[\w.:-]{1,100}>\s{0,200}<[\w.:-]{1,100}>\s{0,20}([^\s<-][^<]{0,1000})/y;
const PASSWORD_OPTION = /^-[pPw]$/;
/** Pattern of an option with a user name; in a command that has one, `-p` is the option of a password. */
const USER_OPTION = /["'](?:-[uUD]|--user(?:name)?)(?=["'=])/;
const LONGEST_LIST = 1000;

function listHasUser(text: string, from: number, to: number): boolean {
  const before = text.slice(Math.max(0, from - LONGEST_LIST), from);
  const after = text.slice(to, to + LONGEST_LIST);
  const close = after.indexOf("]");
  return (
    USER_OPTION.test(before.slice(before.lastIndexOf("[") + 1)) || USER_OPTION.test(close < 0 ? after : after.slice(0, close))
  );
}

/**
 * Returns whether the value of `-p` is a path or a port, not a password: `mkdir -p build/v2` makes a folder, and `docker run -p 8080:80`
 * publishes a port.
 */
const isOther = (value: string): boolean => /[/\\:]/.test(value) || value.search(SECRET_PATTERNS.port) === 0;

function* short(text: string, at: number, from: number, value: string): Generator<Shape> {
  const to = from + value.length;
  if ((opensAlone(value) && !isOther(value)) || (listHasUser(text, at, to) && value.search(SECRET_PATTERNS.port) !== 0))
    yield* part(text, from, to);
}

const kindOfOption = (option: string): Kind => kindOfName(option.replace(/^--?/, ""));

/** Yields secrets among the words of a command that is written as a list with one item for each word. */
export function* argv(text: string): Generator<Shape> {
  for (const quote of ['"-', "'-"])
    for (const at of placesOf(text, quote)) {
      const joined = matchAt(JOINED, text, at);
      if (joined) yield* short(text, at, endOfMatch(joined) - 1 - (joined[2] ?? "").length, joined[2] ?? "");
      const item = matchAt(ITEM, text, at);
      const [, , option = "", , value = ""] = item ?? [];
      if (!item || value.startsWith("-")) continue;
      const to = endOfMatch(item) - 1;
      if (PASSWORD_OPTION.test(option)) yield* short(text, at, to - value.length, value);
      else yield* valueOf(kindOfOption(option), text, to - value.length, to);
    }
  for (const [sign, pattern] of [
    ["- ", LINE],
    [">", ELEMENT],
  ] as const)
    for (const at of placesOf(text, sign)) {
      const [, option = "", value = ""] = matchAt(pattern, text, at) ?? [];
      const from = pattern.lastIndex - value.length;
      if (value !== "" && PASSWORD_OPTION.test(option)) yield* short(text, at, from, value);
      else if (value !== "") yield* valueOf(kindOfOption(option), text, from, from + value.length);
    }
}
