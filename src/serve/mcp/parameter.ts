/** A parameter of a tool: how the client's JSON is checked, and which words of the command line it becomes. */
interface About {
  readonly description: string;
  readonly required?: true;
  /** Name of the option without dashes; without it, the parameter is an argument, in the order of the table. */
  readonly option?: string;
}

export type Parameter = About &
  (
    | { readonly kind: "text"; readonly longest?: number }
    | { readonly kind: "words" }
    | { readonly kind: "switch"; readonly option: string }
    | { readonly kind: "number"; readonly least: number; readonly most: number }
    | { readonly kind: "choice"; readonly choices: readonly string[] }
    /** A file or folder below the roots. */
    | { readonly kind: "path" }
    | { readonly kind: "paths" }
    /** A path if it exists, otherwise another word such as a branch. */
    | { readonly kind: "path-or-name" }
    /** Text for the command's standard input; its only argument is then '-'. */
    | { readonly kind: "input"; readonly longest: number }
  );

export type Parameters = Readonly<Record<string, Parameter>>;

/** Longest name, path or line in characters. */
export const LONGEST_TEXT = 4_096;
export const MOST_WORDS = 1_000;

const TEXT = { type: "string", minLength: 1, maxLength: LONGEST_TEXT };

function shapeOf(parameter: Parameter): object {
  switch (parameter.kind) {
    case "text":
      return { ...TEXT, maxLength: parameter.longest ?? LONGEST_TEXT };
    case "input":
      return { ...TEXT, maxLength: parameter.longest };
    case "words":
    case "paths":
      return { type: "array", items: TEXT, maxItems: MOST_WORDS };
    case "switch":
      return { type: "boolean" };
    case "number":
      return { type: "integer", minimum: parameter.least, maximum: parameter.most };
    case "choice":
      return { type: "string", enum: parameter.choices };
    default:
      return TEXT;
  }
}

/** Returns the JSON Schema of a tool's arguments, as clients show it to a model. */
export function schemaOf(parameters: Parameters): {
  readonly type: "object";
  readonly properties: Record<string, object>;
  readonly required?: string[];
  readonly additionalProperties: false;
} {
  const entries = Object.entries(parameters);
  const required = entries.filter(([, { required: needed }]) => needed).map(([name]) => name);
  return {
    type: "object",
    properties: Object.fromEntries(
      entries.map(([name, parameter]) => [name, { ...shapeOf(parameter), description: parameter.description }]),
    ),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}
