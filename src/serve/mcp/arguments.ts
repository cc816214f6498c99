import { isAbsolute, resolve } from "node:path";
import { nearest, wrongUse } from "../../kernel/index.ts";
import { shownWord } from "./shown-word.ts";
import { LONGEST_TEXT, MOST_WORDS, type Parameter, type Parameters } from "./parameter.ts";
import type { Tool } from "./tool.ts";

/** Why a path may not be used; null: it may. */
export type PathRefusal = (path: string) => string | null;

/** A call as the command is given it. */
export interface Call {
  readonly argv: readonly string[];
  /** Where it works. */
  readonly directory: string;
  /** What stands on its standard input; null: nothing. */
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

/** What is wrong with a value, to follow its name; null: nothing. */
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
  return `'${shownWord(name.slice(0, 100))}' is nothing that ${tool.name} takes; ${near ? `did you mean '${near}'?` : `it takes ${names.join(", ")}`}`;
}

/** What was given, held to the table; null counts as not given, for some clients send it so. */
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
    if (fault) faults.push(`'${name}' has to be ${KIND_WORDS[parameter.kind]}, and ${fault}`);
  }
  if (faults.length > 0) throw wrongUse(faults.slice(0, 10).join("; "), `nothing was run; correct the arguments of ${tool.name}`);
  return values;
}

/** Where a path leads, where it may be handed on. */
function allowedPath(name: string, written: string, directory: string, refusal: PathRefusal): string {
  const path = resolve(directory, written);
  const why = refusal(path);
  if (why === null) return path;
  throw wrongUse(
    `'${name}' cannot be ${shownWord(written)}: ${why}`,
    "the person who started the server names folders with `tierwright mcp --root DIR`",
  );
}

/** A word that could be a path, and is none that lies somewhere else: `v1.4`, `origin/main`; what leads out of the folder is a path. */
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
    const path = allowedPath(name, each, directory, refusal); // a link whose name is a word may lead out, too
    // a command takes '-' for its standard input, which is the client's: here it is the file of that name
    if (each === "-") return path;
    // an argument is read from the folder that the command works in, and named in its answer as it was written
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

/** A call of a tool as a command line; refused in words where it is not one, or names a path outside of the roots. */
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
