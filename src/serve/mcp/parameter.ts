/** What a tool takes: how a client's JSON is checked, and which words of the command line it becomes. */
interface About {
  readonly description: string;
  readonly required?: true;
  /** The option's name, without dashes; absent: an argument, in the order of the table. */
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
    /** A path, where something lies that is called so; else a word of its own. */
    | { readonly kind: "path-or-name" }
    /** What the command reads from standard input: its one argument is '-'. */
    | { readonly kind: "input"; readonly longest: number }
  );

export type Parameters = Readonly<Record<string, Parameter>>;

/** A name, a path or a line. */
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

/** JSON Schema of a tool's arguments, as clients show it to a model. */
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
