import Handlebars from "handlebars";
import { ESCAPES, HELPERS } from "./escape.ts";

/** A template that cannot be read, or that asks for what is not there. */
export class TemplateError extends Error {
  override readonly name = "TemplateError";
}

/** Values for a template: text, lists and maps of them; nothing with behaviour. */
export type TemplateData = string | number | boolean | readonly TemplateData[] | { readonly [key: string]: TemplateData };

export type Template = (data: TemplateData) => string;

const ESCAPE = "__escape";

/**
 * Wraps every `{{x}}` in the escaping of the template's extension. Handlebars itself would escape for HTML.
 * `strict` is set on the wrapped path because Handlebars is strict only about a mustache's own path, not about parameters.
 */
class Escaper extends Handlebars.Visitor {
  constructor() {
    super();
    // with this the visitor puts what a method returns into the place of the node; the types know neither
    Object.assign(this, { mutating: true });
    Object.assign(this, { MustacheStatement: wrapped });
  }
}

/** The statement with its output escaped; a helper of ours has escaped it itself. */
function wrapped(statement: hbs.AST.MustacheStatement & { escaped?: boolean }): object {
  const { path } = statement;
  if (statement.escaped === false || path.type !== "PathExpression") {
    throw new TemplateError(`line ${statement.loc.start.line}: unescaped output ({{{ }}} or {{& }}) is not available`);
  }
  const strict = (expression: object) => ({ ...expression, strict: true });
  const own = path as hbs.AST.PathExpression;
  if (statement.params.length > 0 || own.original.startsWith("@")) {
    return { ...statement, params: statement.params.map(strict), escaped: false };
  }
  const escape = { ...own, data: false, depth: 0, parts: [ESCAPE], original: ESCAPE, strict: false };
  return { ...statement, path: escape, params: [strict(own)], escaped: false };
}

function textOf(value: unknown, where: string): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  throw new TemplateError(
    `${where}: a text is expected, found ${value === null || value === undefined ? "nothing" : Array.isArray(value) ? "a list" : "a map"}`,
  );
}

/** Handlebars' words for a missing field, without its picture of the data. */
function renderWords(message: string): string {
  const missing = /^"([^"]+)" not defined in .* - (\d+):/.exec(message);
  return missing ? `line ${missing[2]}: there is no field '${missing[1]}' there` : (message.split("\n")[0] ?? message);
}

/** The parser's picture of several lines in one: where, and what it found. */
function parserWords(message: string): string {
  const line = /line (\d+)/.exec(message)?.[1];
  const got = /got '([^']*)'/.exec(message)?.[1];
  if (line === undefined) return message.split("\n")[0] ?? message;
  return `line ${line}: ${got === undefined ? message.split("\n").at(-1) : got === "EOF" || got === "INVALID" ? "a block or a brace is not closed" : `'${got}' is not expected there`}`;
}

/**
 * Compiles a Handlebars template. `name` is NAME.EXTENSION.hbs; EXTENSION chooses the escaping (properties, xml, json, md).
 * Strict: a missing field is an error that names it. Only the helpers of the extension and if/unless/each/with exist.
 */
export function compileTemplate(name: string, text: string): Template {
  const extension = /\.([a-z0-9]+)\.hbs$/.exec(name)?.[1] ?? "";
  const escape = ESCAPES[extension];
  if (!escape)
    throw new TemplateError(
      `template ${name}: the escaping is chosen by the extension before .hbs; it is one of ${Object.keys(ESCAPES).join(", ")}`,
    );
  const engine = Handlebars.create();
  for (const unwanted of ["lookup", "log"]) engine.unregisterHelper(unwanted);
  const where = `template ${name}`;
  engine.registerHelper(ESCAPE, (value: unknown) => escape(typeof value === "string" ? value : textOf(value, where)));
  const helpers = HELPERS[extension] ?? {};
  for (const [helper, convert] of Object.entries(helpers)) {
    const inHelper = `${where}, {{${helper}}}`;
    engine.registerHelper(helper, (value: unknown) => convert(typeof value === "string" ? value : textOf(value, inHelper)));
  }
  try {
    const program = engine.parse(text);
    new Escaper().accept(program);
    const known = Object.fromEntries(
      [ESCAPE, ...Object.keys(helpers), "if", "unless", "each", "with"].map((helper) => [helper, true]),
    );
    const render = engine.compile(program, {
      strict: true,
      knownHelpersOnly: true,
      knownHelpers: known as never,
      noEscape: true,
    });
    return (data) => {
      try {
        return render(data, { allowProtoMethodsByDefault: false, allowProtoPropertiesByDefault: false });
      } catch (error) {
        if (error instanceof TemplateError) throw error;
        throw new TemplateError(`template ${name}: ${renderWords((error as Error).message)}`);
      }
    };
  } catch (error) {
    if (error instanceof TemplateError) throw new TemplateError(`template ${name}: ${error.message}`);
    throw new TemplateError(`template ${name} cannot be read: ${parserWords((error as Error).message)}`);
  }
}
