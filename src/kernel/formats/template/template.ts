import Handlebars from "handlebars";
import { Budget, TEMPLATE_LIMITS } from "./budget.ts";
import { ESCAPES, HELPERS } from "./escape.ts";

/** Thrown for a template that cannot be read, or that uses a missing field. */
export class TemplateError extends Error {
  override readonly name = "TemplateError";
}

/** Values for a template: texts, numbers, booleans, and lists and maps of them, without functions. */
export type TemplateData = string | number | boolean | readonly TemplateData[] | { readonly [key: string]: TemplateData };

export type Template = (data: TemplateData) => string;

const ESCAPE = "__escape";

/**
 * A visitor that wraps every `{{x}}` in the escaping of the template's extension; Handlebars itself would escape for HTML.
 * It sets `strict` on the wrapped path, because Handlebars is strict only about a mustache's own path, not about parameters.
 */
class Escaper extends Handlebars.Visitor {
  constructor() {
    super();
    // with `mutating` the visitor replaces a node by the result of its method; the types know neither property
    Object.assign(this, { mutating: true });
    Object.assign(this, { MustacheStatement: wrapped });
  }
}

/** Returns the statement with its output escaped; a helper of ours escapes its own output. Throws TemplateError for {{{ }}} and {{& }}. */
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

/** Throws TemplateError for a template that is too long, too deep or has too many parts, judged from its text and tree, before it is compiled. */
function measured(text: string, parse: (text: string) => hbs.AST.Program): hbs.AST.Program {
  const { text: longest, depth, statements, alternatives } = TEMPLATE_LIMITS;
  if (text.length > longest) throw new TemplateError(`it has ${text.length} characters, at most ${longest} are read`);
  // the parser is slow on deep nesting and long chains, so the text is checked before it
  let blocks = 0;
  let turns = 0;
  let brackets = 0;
  for (const [sign] of text.matchAll(/\{\{~?\s*(?:[#^/]|else\b)|[()]/g)) {
    if (sign === "(" || sign === ")") brackets = Math.max(0, brackets + (sign === "(" ? 1 : -1));
    else if (sign.endsWith("/")) blocks--;
    else if (sign.endsWith("#")) blocks++;
    else turns++;
    if (blocks > depth * 4 || brackets > depth) throw new TemplateError(`blocks or brackets are nested more than ${depth} deep`);
    if (turns > alternatives) throw new TemplateError(`it has more than ${alternatives} alternatives (else, ^)`);
  }
  const program = parse(text);
  let counted = 0;
  const count = (body: readonly hbs.AST.Statement[], level: number): void => {
    if (level > depth) throw new TemplateError(`line ${body[0]?.loc.start.line ?? 1}: blocks are nested more than ${depth} deep`);
    counted += body.length;
    if (counted > statements) throw new TemplateError(`it has more than ${statements} values and blocks`);
    for (const statement of body as readonly (hbs.AST.Statement & Partial<hbs.AST.BlockStatement>)[]) {
      if (statement.program) count(statement.program.body, level + 1);
      if (statement.inverse) count(statement.inverse.body, level + 1);
    }
  };
  count(program.body, 0);
  return program;
}

function textOf(value: unknown, where: string): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  throw new TemplateError(
    `${where}: a text is expected, found ${value === null || value === undefined ? "nothing" : Array.isArray(value) ? "a list" : "a map"}`,
  );
}

type Block = (this: unknown, value: unknown, options: { fn: (context: unknown, given?: object) => string }) => unknown;

/** Wraps a block helper of Handlebars: each round of `each` and each character written is charged to `budget`, which throws once it is used up. */
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

/** Returns Handlebars' words for a missing field, without its excerpt of the data. */
function renderWords(message: string): string {
  const missing = /^"([^"]+)" not defined in .* - (\d+):/.exec(message);
  if (missing) return `line ${missing[2]}: there is no field '${missing[1]}' there`;
  // an error of the runtime: a path continues after a value that is missing
  if (/^Cannot |is not a |undefined|stack/.test(message)) return "a name in it leads on from a value that has no fields";
  return message.split("\n")[0] ?? message;
}

/** Returns the parser's error of several lines in one line: the place, and the text found there. */
function parserWords(message: string): string {
  const line = /line (\d+)/.exec(message)?.[1];
  const got = /got '([^']*)'/.exec(message)?.[1];
  if (line === undefined) return message.split("\n")[0] ?? message;
  return `line ${line}: ${got === undefined ? message.split("\n").at(-1) : got === "EOF" || got === "INVALID" ? "a block or a brace is not closed" : `'${got}' is not expected there`}`;
}

/**
 * Compiles a Handlebars template. `name` is NAME.EXTENSION.hbs; EXTENSION selects the escaping (properties, xml, json, md).
 * Strict: a missing field is a TemplateError that names it. Only the helpers of the extension and if/unless/each/with exist.
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
  const helpers: Record<string, (value: unknown) => string> = { [ESCAPE]: written(escape, where) };
  for (const [helper, convert] of Object.entries(HELPERS[extension] ?? {}))
    helpers[helper] = written(convert, `${where}, {{${helper}}}`);
  for (const [helper, convert] of Object.entries(helpers)) engine.registerHelper(helper, convert);
  for (const block of ["each", "if", "unless", "with"])
    engine.registerHelper(block, counted(engine.helpers[block], block, budget));
  try {
    const program = measured(text, (source) => engine.parse(source));
    new Escaper().accept(program);
    const known = Object.fromEntries([...Object.keys(helpers), "if", "unless", "each", "with"].map((helper) => [helper, true]));
    const render = engine.compile(program, {
      strict: true,
      knownHelpersOnly: true,
      knownHelpers: known as never,
      noEscape: true,
    });
    return (data) => {
      budget.reset();
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
