import Handlebars from "handlebars";
import { TEMPLATE_LIMITS } from "./budget.ts";
import { ESCAPE, optionsFor, templateOf, type Template, TemplateError } from "./engine.ts";

/**
 * A visitor of a Handlebars tree that turns every `{{x}}` into a call of the helper ESCAPE with the parameter `x`; Handlebars itself would
 * escape for HTML. It sets `strict` on `x`, because Handlebars refuses missing fields only in a mustache's own path, not in parameters.
 */
class Escaper extends Handlebars.Visitor {
  constructor() {
    super();
    // with `mutating`, Handlebars replaces a node by the result of the visitor's method; its types declare neither property
    Object.assign(this, { mutating: true });
    Object.assign(this, { MustacheStatement: wrapped });
  }
}

/** Returns a `{{ }}` statement with its output escaped; a helper escapes its own output. Throws TemplateError for {{{ }}} and {{& }}. */
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

/** Returns the parsed tree of a template. Throws TemplateError, before or after parsing, if the template exceeds TEMPLATE_LIMITS. */
function measured(text: string, parse: (text: string) => hbs.AST.Program): hbs.AST.Program {
  const { text: longest, depth, statements, alternatives } = TEMPLATE_LIMITS;
  if (text.length > longest) throw new TemplateError(`it has ${text.length} characters, at most ${longest} are read`);
  // Handlebars' parser is slow for deep nesting and long `else` chains, so the text is checked before parsing
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

/** Returns Handlebars' error about a template's syntax, which has several lines, in one line: the line number and the unexpected text. */
function parserWords(message: string): string {
  const line = /line (\d+)/.exec(message)?.[1];
  const got = /got '([^']*)'/.exec(message)?.[1];
  if (line === undefined) return message.split("\n")[0] ?? message;
  return `line ${line}: ${got === undefined ? message.split("\n").at(-1) : got === "EOF" || got === "INVALID" ? "a block or a brace is not closed" : `'${got}' is not expected there`}`;
}

/** Returns the Handlebars tree of a template, with every output escaped. Throws TemplateError for a template that cannot be read. */
function treeOf(name: string, text: string): hbs.AST.Program {
  try {
    const program = measured(text, (source) => Handlebars.parse(source));
    new Escaper().accept(program);
    return program;
  } catch (error) {
    if (error instanceof TemplateError) throw new TemplateError(`template ${name}: ${error.message}`);
    throw new TemplateError(`template ${name} cannot be read: ${parserWords((error as Error).message)}`);
  }
}

/**
 * Compiles a Handlebars template. Rendering throws a TemplateError for a missing field. Only if/unless/each/with and the helpers of the
 * extension exist in the template.
 * @param name NAME.EXTENSION.hbs; EXTENSION selects the escaping (properties, xml, json, md)
 */
export function compileTemplate(name: string, text: string): Template {
  const options = optionsFor(name);
  const program = treeOf(name, text);
  return templateOf(name, (engine) => engine.compile(program, options), Handlebars.create());
}

/** Returns the JavaScript code of a compiled template: an object literal that Handlebars' runtime turns into a template. */
export const codeOf = (name: string, text: string): string =>
  Handlebars.precompile(treeOf(name, text), optionsFor(name)) as string;
