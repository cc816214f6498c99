import { type Finding, environmentPath, findingOf, notCompiled, startOf } from "../../kernel/index.ts";

/** Returns the finding for an artifact that cannot be produced, at the template that the fault names, otherwise at the environment. */
export function notCompiledFinding(environment: string, fault: string): Finding {
  const template = /template (\S+\.hbs)/.exec(fault)?.[1];
  const at = startOf(template === undefined ? environmentPath(environment) : `templates/${template}`);
  return findingOf(notCompiled.at(at, { seen: "proof", fault }), notCompiled.severity, environment);
}
