import { type Finding, environmentPath, findingOf, notCompiled, startOf } from "../../kernel/index.ts";

/** What could not be emitted, at the template that it names or else at the environment. */
export function notCompiledFinding(environment: string, fault: string): Finding {
  const template = /template (\S+\.hbs)/.exec(fault)?.[1];
  const at = startOf(template === undefined ? environmentPath(environment) : `templates/${template}`);
  return findingOf(notCompiled.at(at, { seen: "proof", fault }), notCompiled.severity, environment);
}
