import type Handlebars from "handlebars";
import Runtime from "handlebars/runtime";
import { must } from "../../text/must.ts";
import { Budget } from "./budget.ts";
import { ESCAPES, HELPERS } from "./escape.ts";

/** The error for a template that cannot be read or rendered, for example because it uses a missing field. */
export class TemplateError extends Error {
  override readonly name = "TemplateError";
}

/** The values that a template can use: texts, numbers, booleans, and lists and maps of them, without functions. */
export type TemplateData = string | number | boolean | readonly TemplateData[] | { readonly [key: string]: TemplateData };

export type Template = (data: TemplateData) => string;

/** The name of the Handlebars helper that writes a value with the escaping of the template's extension; `{{x}}` is compiled to it. */
export const ESCAPE = "__escape";

const BLOCKS = ["each", "if", "unless", "with"] as const;

function textOf(value: unknown, where: string): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  throw new TemplateError(
    `${where}: a text is expected, found ${value === null || value === undefined ? "nothing" : Array.isArray(value) ? "a list" : "a map"}`,
  );
}

type Block = (this: unknown, value: unknown, options: { fn: (context: unknown, given?: object) => string }) => unknown;

/** Wraps a block helper of Handlebars, so that `budget` counts each repetition of `each` and each character, and throws at its limits. */
function counted(helper: unknown, name: string, budget: Budget): Handlebars.HelperDelegate {
  return function (this: unknown, value: unknown, options: Handlebars.HelperOptions) {
    const fn = (context: unknown, given?: Handlebars.RuntimeOptions): string => {
      if (name === "each") budget.round();
      const text: string = options.fn(context, given);
      budget.wrote(text.length);
      return text;
    };
    return (helper as Block).call(this, value, { ...options, fn } as never);
  };
}

/** Returns the words for an error that Handlebars throws while it renders, without Handlebars' excerpt of the values. */
function renderWords(message: string): string {
  const missing = /^"([^"]+)" not defined in .* - (\d+):/.exec(message);
  if (missing) return `line ${missing[2]}: there is no field '${missing[1]}' there`;
  // a TypeError of JavaScript: a path such as `a.b.c` goes through a value that is missing
  if (/^Cannot |is not a |undefined|stack/.test(message)) return "a name in it leads on from a value that has no fields";
  return message.split("\n")[0] ?? message;
}

/** Returns the extension before .hbs in a template's file name, which selects the escaping. Throws TemplateError if ESCAPES lacks it. */
function extensionOf(name: string): string {
  const extension = /\.([a-z0-9]+)\.hbs$/.exec(name)?.[1] ?? "";
  if (ESCAPES[extension]) return extension;
  const all = Object.keys(ESCAPES).join(", ");
  throw new TemplateError(`template ${name}: the escaping is chosen by the extension before .hbs; it is one of ${all}`);
}

/** Returns Handlebars' compiler options for a template: strict, with only the block helpers and the helpers of the template's extension. */
export function optionsFor(name: string): CompileOptions {
  const helpers = [ESCAPE, ...Object.keys(HELPERS[extensionOf(name)] ?? {}), ...BLOCKS];
  const knownHelpers = Object.fromEntries(helpers.map((helper) => [helper, true])) as never;
  return { strict: true, knownHelpersOnly: true, knownHelpers, noEscape: true };
}

/**
 * Returns a function that renders a compiled template. Only if/unless/each/with and the helpers of the template's extension exist in it.
 * @param name NAME.EXTENSION.hbs; EXTENSION selects the escaping (properties, xml, json, md)
 * @param made returns the compiled template for an instance of Handlebars, which has these helpers
 */
export function templateOf(
  name: string,
  made: (engine: typeof Handlebars) => Handlebars.TemplateDelegate,
  engine: typeof Handlebars = Runtime.create(),
): Template {
  const extension = extensionOf(name);
  for (const unwanted of ["lookup", "log"]) engine.unregisterHelper(unwanted);
  const where = `template ${name}`;
  const budget = new Budget((words) => {
    throw new TemplateError(`${where}: ${words}`);
  });
  const written =
    (convert: (text: string) => string, at: string) =>
    (value: unknown): string => {
      const text = convert(typeof value === "string" ? value : textOf(value, at));
      budget.wrote(text.length);
      return text;
    };
  engine.registerHelper(ESCAPE, written(must(ESCAPES[extension], extension), where));
  for (const [helper, convert] of Object.entries(HELPERS[extension] ?? {}))
    engine.registerHelper(helper, written(convert, `${where}, {{${helper}}}`));
  for (const block of BLOCKS) engine.registerHelper(block, counted(engine.helpers[block], block, budget));
  const render = made(engine);
  return (data) => {
    budget.reset();
    try {
      return render(data, { allowProtoMethodsByDefault: false, allowProtoPropertiesByDefault: false });
    } catch (error) {
      if (error instanceof TemplateError) throw error;
      throw new TemplateError(`${where}: ${renderWords((error as Error).message)}`);
    }
  };
}
