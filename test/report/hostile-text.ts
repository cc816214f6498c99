/** What a stranger would write to be obeyed: by a build service (commands at the start of a line), by a terminal, by a reader's eye. */
export const HOSTILE =
  "\n::error file=x::y\r\n::stop-commands::z\u2028::warning::w\u2029\u0085::debug::d\u001b]0;x\u0007\u009b2J\u007f##[error]e##vso[task.complete]\u202eb\u2066\ufdd0\u061c\ufeff";

/** The same as a YAML value in double quotes. */
export const HOSTILE_YAML = JSON.stringify(HOSTILE).replace(
  /[\u007f-\u{10ffff}]/gu,
  (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
);

// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these must not reach a terminal or a log
const RAW = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufdd0-\ufdef\ufeff\ufffd]/;

/** What is wrong with an output, in words for the test's message; null when nobody would obey it. `colored`: our own colours may be in it. */
export function harmOf(output: string, colored = false): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours
  const text = colored ? output.replace(/\u001b\[\d{1,2}m/g, "") : output;
  const raw = RAW.exec(text);
  if (raw)
    return `U+${raw[0].charCodeAt(0).toString(16)} after ${JSON.stringify(text.slice(Math.max(0, raw.index - 60), raw.index))}`;
  const command = /^\s*::.*|##\w*\[.*/m.exec(text);
  return command ? `a command: ${command[0].trim().slice(0, 80)}` : null;
}
