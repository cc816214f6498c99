import { isAbsolute, resolve } from "node:path";
import type { ZodIssue } from "zod/v4";
import { nearest, wrongUse } from "../../kernel/index.ts";
import { shownWord } from "./shown-word.ts";
import { argumentsOf, type Parameter, type Parameters } from "./parameter.ts";
import type { Tool } from "./tool.ts";

/** Function that returns why a path must not be used; null if it can be used. */
export type PathRefusal = (path: string) => string | null;

/** A tool call of the MCP client, converted to the input of a command. */
export interface Call {
  readonly argv: readonly string[];
  /** Folder of the config repository on which the command works. */
  readonly directory: string;
  /** Text for the standard input of the command; null if there is none. */
  readonly input: string | null;
}

/** Most characters of a client's value that an error message quotes. */
const MOST_SHOWN = 200;

function unknownFault(tool: Tool, name: string): string {
  const names = Object.keys(tool.parameters);
  const near = nearest(name, names);
  return `'${shownWord(name.slice(0, 100))}' is no argument of ${tool.name}; ${near ? `did you mean '${near}'?` : `it takes ${names.join(", ")}`}`;
}

/** Converts a fault that the schema of a tool's arguments reports to a sentence that names the argument and its value. */
function faultOf(tool: Tool, issue: ZodIssue): string {
  if (issue.code === "unrecognized_keys") return issue.keys.map((name) => unknownFault(tool, name)).join("; ");
  const [name, element] = issue.path as [string, number?];
  if (issue.input === undefined) return `'${name}' is missing: ${tool.parameters[name]?.description}`;
  const place = element === undefined ? `'${name}'` : `element ${element + 1} of '${name}'`;
  return `${place} cannot be ${shownWord(JSON.stringify(issue.input).slice(0, MOST_SHOWN))}: ${issue.message.replace(/^Invalid \w+: /, "").replace(/^Too/, "too")}`;
}

/**
 * Returns the valid arguments of a tool call. Treats null as absent, because some clients send null for that. Throws a Refusal with all
 * faults.
 */
function checked(tool: Tool, given: unknown): ReadonlyMap<string, unknown> {
  const values = Object.entries(given ?? {}).filter(([, value]) => value !== null);
  const read = argumentsOf(tool.parameters).safeParse(Object.fromEntries(values), { reportInput: true });
  if (read.success) return new Map(values);
  const first = new Map([...read.error.issues].reverse().map((issue) => [issue.path.join("."), issue]));
  const faults = [...first.values()].reverse().map((issue) => faultOf(tool, issue));
  throw wrongUse(faults.slice(0, 10).join("; "), `nothing was run: correct the arguments of ${tool.name}`);
}

/** Returns the absolute path that an argument names. Throws a Refusal if it is not below the roots of the server. */
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
    const path = allowedPath(name, each, directory, refusal); // a symbolic link with a plain name can lead out of the roots, too
    // a command would read '-' as standard input, which belongs to the MCP client, so the path of a file named '-' is passed
    if (each === "-") return path;
    // a path that is relative to the command's folder is passed as it was written, so that the answer names it that way
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

/** Converts a tool call to a command line. Throws a Refusal if the arguments are invalid or name a path outside the roots of the server. */
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
