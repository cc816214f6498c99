import { type Template, must, templateOf } from "../../kernel/index.ts";
import { COMPILED } from "./ready-templates.generated.mjs";

const ready = new Map<string, Template>();

/**
 * Returns a built-in template, which the build precompiled. It is prepared once, because one `compile` renders it for every environment.
 */
export function builtInTemplate(name: string): Template {
  const known = ready.get(name) ?? templateOf(name, (engine) => engine.template(must(COMPILED[name], `the template ${name}`)));
  ready.set(name, known);
  return known;
}
