import { type Charset, wrongUse } from "../../../kernel/index.ts";
import type { ArgumentSpec, Invocation, OptionSpec } from "../../../report/index.ts";

export const FILE: ArgumentSpec = { name: "FILE", summary: "a properties file" };
export const KEY: ArgumentSpec = { name: "KEY", summary: "the decoded key, as a program asks for it" };

export const CHARSET: OptionSpec = {
  name: "charset",
  value: "CHARSET",
  summary: "how Java reads the file: latin1 as load(InputStream), utf-8 as load(Reader) over UTF-8 (default: latin1)",
  choices: ["latin1", "utf-8"],
};

export const EDIT_OPTIONS: readonly OptionSpec[] = [
  { name: "out", value: "OUT", summary: "write the result here and leave FILE unchanged" },
  CHARSET,
  { name: "fix-bom", summary: "drop a UTF-8 byte order mark instead of refusing the file" },
];

export function charsetOf({ options }: Invocation): Charset {
  return options.get("charset") === "utf-8" ? "utf8" : "latin1";
}

/** Returns the argument at index `i`; the parser of the command line has checked that it is present. */
export function argument({ args }: Invocation, i: number, name: string): string {
  const given = args[i];
  if (given === undefined) throw wrongUse(`${name} is missing`);
  return given;
}
