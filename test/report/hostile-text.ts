import { unseenPattern } from "../../src/kernel/text/unseen.ts";

/** One character of each kind that nobody sees, planes of Unicode above the first included (unseen.test.ts walks all of them). */
export const UNSEEN =
  "\u034f\u115f\u1160\u17b4\u180b\u180e\u200b\u200d\u00ad\u2060\u2800\u3164\ufe0f\uffa0\ufff0\ufff9\u{13430}\u{1bca0}\u{1d159}\u{1d173}\u{1fffe}\u{e0041}\u{e0100}";

/** What a stranger would write to be obeyed: by a build service (commands at the start of a line), by a terminal, by a reader's eye. */
export const HOSTILE =
  "\n::error file=x::y\r\n::stop-commands::z\u2028::warning::w\u2029\u0085::debug::d\u001b]0;x\u0007\u009b2J\u007f##[error]e##vso[task.complete]\u202eb\u2066\ufdd0\u061c\ufeff" +
  UNSEEN;

/** The same as a YAML value in double quotes. */
export const HOSTILE_YAML = JSON.stringify(HOSTILE).replace(
  /[\u007f-\u{10ffff}]/gu,
  (c) => `\\U${(c.codePointAt(0) ?? 0).toString(16).padStart(8, "0")}`,
);

/** What is wrong with an output, in words for the test's message; null when nobody would obey it. `colored`: our own colours may be in it. */
export function harmOf(output: string, colored = false): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours
  const text = colored ? output.replace(/\u001b\[\d{1,2}m/g, "") : output;
  const raw = unseenPattern().exec(text.replaceAll("\n", " "));
  if (raw)
    return `U+${raw[0].codePointAt(0)?.toString(16)} after ${JSON.stringify(text.slice(Math.max(0, raw.index - 60), raw.index))}`;
  const command = /^\s*::.*|##\w*\[.*/m.exec(text);
  return command ? `a command: ${command[0].trim().slice(0, 80)}` : null;
}
