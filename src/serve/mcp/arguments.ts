import { isAbsolute, resolve } from "node:path";
import { nearest, wrongUse } from "../../kernel/index.ts";
import { shownWord } from "./shown-word.ts";
import { LONGEST_TEXT, MOST_WORDS, type Parameter, type Parameters } from "./parameter.ts";
import type { Tool } from "./tool.ts";

/** Function that returns why a path must not be used; null if it can be used. */
export type PathRefusal = (path: string) => string | null;

/** A call as input of a command. */
export interface Call {
  readonly argv: readonly string[];
  /** Folder in which the command works. */
  readonly directory: string;
  /** Text on its standard input; null if there is none. */
  readonly input: string | null;
}

const KIND_WORDS: Readonly<Record<Parameter["kind"], string>> = {
  text: "a text",
  input: "a text",
  path: "a path",
  "path-or-name": "a path or a name",
  words: "a list of texts",
  paths: "a list of paths",
  switch: "true or false",
  number: "a whole number",
  choice: "one of the words that it can be",
};

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  return { string: "a text", number: "a number", boolean: "true or false" }[typeof value as string] ?? "something else";
}

function textFault(value: unknown, longest: number): string | null {
  if (typeof value !== "string") return `is ${kindOf(value)}`;
  if (value === "") return "is empty";
  if (value.length > longest) return `has ${value.length} characters, and at most ${longest} are taken`;
  return value.includes("\0") ? "holds a character U+0000, which no name has" : null;
}

function listFault(value: unknown): string | null {
  if (!Array.isArray(value)) return `is ${kindOf(value)}`;
  if (value.length > MOST_WORDS) return `has ${value.length} elements, and at most ${MOST_WORDS} are taken`;
  for (const [i, each] of value.entries()) {
    const fault = textFault(each, LONGEST_TEXT);
    if (fault) return `${fault.replace(/^(?=is|has|holds)/, `has an element ${i + 1} that `)}`;
  }
  return null;
}

/** Returns the fault of a value, as words that follow its name; null if it is valid. */
function faultOf(parameter: Parameter, value: unknown): string | null {
  switch (parameter.kind) {
    case "words":
    case "paths":
      return listFault(value);
    case "switch":
      return typeof value === "boolean" ? null : `is ${kindOf(value)}`;
    case "number": {
      const { least, most } = parameter;
      if (typeof value !== "number") return `is ${kindOf(value)}`;
      const fits = Number.isInteger(value) && value >= least && value <= most;
      return fits ? null : `is ${value}, and whole numbers from ${least} to ${most} are taken`;
    }
    case "choice": {
      const fault = textFault(value, LONGEST_TEXT);
      if (fault || parameter.choices.includes(value as string)) return fault;
      return `is '${shownWord(value as string)}', and can be: ${parameter.choices.join(", ")}`;
    }
    case "input":
      return textFault(value, parameter.longest)?.replace(/^holds .*/, "") || null;
    default:
      return textFault(value, parameter.kind === "text" ? (parameter.longest ?? LONGEST_TEXT) : LONGEST_TEXT);
  }
}

function unknownFault(tool: Tool, name: string): string {
  const names = Object.keys(tool.parameters);
  const near = nearest(name, names);
  return `'${shownWord(name.slice(0, 100))}' is no argument of ${tool.name}; ${near ? `did you mean '${near}'?` : `it takes ${names.join(", ")}`}`;
}

/** Returns the valid arguments of a call. Treats null as not given, because some clients send it that way. Throws a Refusal with all faults. */
function checked(tool: Tool, given: unknown): ReadonlyMap<string, unknown> {
  if (given !== undefined && (typeof given !== "object" || given === null || Array.isArray(given)))
    throw wrongUse(`the arguments are ${kindOf(given)}`, `${tool.name} takes an object`);
  const values = new Map(Object.entries(given ?? {}).filter(([, value]) => value !== null));
  const faults = [...values.keys()]
    .filter((name) => !Object.hasOwn(tool.parameters, name))
    .map((name) => unknownFault(tool, name));
  for (const [name, parameter] of Object.entries(tool.parameters)) {
    if (!values.has(name)) {
      if (parameter.required) faults.push(`'${name}' is missing: ${parameter.description}`);
      continue;
    }
    const fault = faultOf(parameter, values.get(name));
    if (fault) faults.push(`'${name}' must be ${KIND_WORDS[parameter.kind]}, and ${fault}`);
  }
  if (faults.length > 0) throw wrongUse(faults.slice(0, 10).join("; "), `nothing was run: correct the arguments of ${tool.name}`);
  return values;
}

/** Returns the absolute path of an argument. Throws a Refusal if it is not below the roots. */
function allowedPath(name: string, written: string, directory: string, refusal: PathRefusal): string {
  const path = resolve(directory, written);
  const why = refusal(path);
  if (why === null) return path;
  throw wrongUse(
    `'${name}' cannot be ${shownWord(written)}: ${why}`,
    "the person who started the server names folders with `tierwright mcp --root DIR`",
  );
}

/** Returns whether a word can only be a path, such as an absolute one or one with `..`. Words like `v1.4` and `origin/main` are not. */
const looksLikePath = (word: string): boolean => isAbsolute(word) || /^[a-z]:|^~|[\\]|(?:^|\/)\.\.?(?:\/|$)/i.test(word);

const WILD = /[*?]/;

function pathWords(
  name: string,
  { kind, option }: Parameter,
  value: unknown,
  directory: string,
  refusal: PathRefusal,
): readonly string[] {
  return (Array.isArray(value) ? value : [value]).map((each: string) => {
    if (kind === "paths" && WILD.test(each))
      throw wrongUse(`'${name}' holds ${shownWord(each)}: '*' and '?' are not read here`, "name each file");
    const path = allowedPath(name, each, directory, refusal); // a link whose name is a plain word can also lead out
    // a command reads '-' as standard input, which belongs to the client: here it is the file of that name
    if (each === "-") return path;
    // an argument is relative to the folder in which the command works, and is named in its answer as it was written
    const asWritten = kind === "path-or-name" ? !looksLikePath(each) : option === undefined && !isAbsolute(each);
    return asWritten ? each : path;
  });
}

function wordsOf(name: string, parameter: Parameter, value: unknown, directory: string, refusal: PathRefusal): readonly string[] {
  switch (parameter.kind) {
    case "switch":
      return value === true ? [""] : [];
    case "input":
      return ["-"];
    case "path":
    case "paths":
    case "path-or-name":
      return pathWords(name, parameter, value, directory, refusal);
    default:
      return (Array.isArray(value) ? value : [value]).map(String);
  }
}

/** Converts a call of a tool to a command line. Throws a Refusal if the arguments are invalid or name a path outside the roots. */
export function callOf(tool: Tool, given: unknown, base: string, refusal: PathRefusal): Call {
  const values = checked(tool, given);
  const written = values.get("directory") as string | undefined;
  const directory = written === undefined ? base : allowedPath("directory", written, base, refusal);
  const options: string[] = [];
  const words: string[] = [];
  let input: string | null = null;
  for (const [name, parameter] of Object.entries(tool.parameters as Parameters)) {
    if (!values.has(name) || name === "directory") continue;
    const value = values.get(name);
    if (parameter.kind === "input") input = value as string;
    for (const word of wordsOf(name, parameter, value, directory, refusal)) {
      if (parameter.option === undefined) words.push(word);
      else options.push(parameter.kind === "switch" ? `--${parameter.option}` : `--${parameter.option}=${word}`);
    }
  }
  const argv = [...tool.command, ...(tool.always ?? []), "--format=json", `--directory=${directory}`, ...options, "--", ...words];
  return { argv, directory, input };
}
