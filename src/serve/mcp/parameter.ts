import * as z from "zod/v4";

/** A parameter of a tool: how the client's JSON is checked, and which words of the command line it becomes. */
interface About {
  readonly description: string;
  readonly required?: true;
  /** Name of the command line option without dashes; absent for an argument of the command, in the order of the tool's parameters. */
  readonly option?: string;
}

export type Parameter = About &
  (
    | { readonly kind: "text"; readonly longest?: number }
    | { readonly kind: "words" }
    | { readonly kind: "switch"; readonly option: string }
    | { readonly kind: "number"; readonly least: number; readonly most: number }
    | { readonly kind: "choice"; readonly choices: readonly [string, ...string[]] }
    /** A parameter that is the path of a file or folder below the roots. */
    | { readonly kind: "path" }
    | { readonly kind: "paths" }
    /** A parameter that is a path if one exists, otherwise another word such as a branch. */
    | { readonly kind: "path-or-name" }
    /** A parameter whose text becomes the command's standard input; the command's only argument is then '-'. */
    | { readonly kind: "input"; readonly longest: number }
  );

export type Parameters = Readonly<Record<string, Parameter>>;

/** Longest name, path or line in a tool call, in characters. */
export const LONGEST_TEXT = 4_096;
export const MOST_WORDS = 1_000;

const text = (longest = LONGEST_TEXT) => z.string().min(1).max(longest);

/** Returns the schema of a name, path or line: without U+0000, which no operating system has in a name. */
const word = (longest?: number) =>
  text(longest).refine((value) => !value.includes("\0"), "it contains the character U+0000, which no name has");

function shapeOf(parameter: Parameter): z.ZodType {
  switch (parameter.kind) {
    case "input":
      return text(parameter.longest);
    case "words":
    case "paths":
      return z.array(word()).max(MOST_WORDS);
    case "switch":
      return z.boolean();
    case "number":
      return z.int().min(parameter.least).max(parameter.most);
    case "choice":
      return z.enum(parameter.choices);
    default:
      return word(parameter.kind === "text" ? parameter.longest : undefined);
  }
}

/** Returns the schema that checks the arguments of a tool. */
export const argumentsOf = (parameters: Parameters) =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(parameters).map(([name, parameter]) => {
        const shape = shapeOf(parameter);
        return [name, (parameter.required ? shape : shape.optional()).describe(parameter.description)];
      }),
    ),
  );

/** Returns the JSON Schema of a tool's arguments, as clients show it to a model. */
export function schemaOf(parameters: Parameters) {
  const { $schema, ...schema } = z.toJSONSchema(argumentsOf(parameters));
  return schema as { readonly type: "object" };
}
