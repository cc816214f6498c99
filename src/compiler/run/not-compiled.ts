import { type Finding, environmentPath, findingOf, notCompiled, notSet, placeOf, startOf } from "../../kernel/index.ts";
import { isVariableName } from "../../platform/index.ts";
import type { SecretReference } from "../model/secret.ts";

/**
 * Returns the finding for an artifact that cannot be produced. Its place is the template that `fault` names, otherwise environment.yaml.
 */
export function notCompiledFinding(environment: string, fault: string): Finding {
  const template = /template (\S+\.hbs)/.exec(fault)?.[1];
  const at = startOf(template === undefined ? environmentPath(environment) : `templates/${template}`);
  return findingOf(notCompiled.at(at, { seen: "proof", fault }), notCompiled.severity, environment);
}

/** Returns the finding for a secret reference whose value is not available. `fault` gives the reason and contains no part of the value. */
export function notSetFinding({ source, span, pointer }: SecretReference, fault: string, environment: string): Finding {
  // A name that cannot be a variable name can be the secret itself, pasted by mistake, so its line is not quoted.
  const quote = source.kind === "env" && !isVariableName(source.name) ? { quote: false as const } : {};
  return findingOf(notSet.at(placeOf(span), { fault }, { pointer, ...quote }), notSet.severity, environment);
}
