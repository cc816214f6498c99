import { type Finding, environmentPath, findingOf, notCompiled, notSet, placeOf, startOf } from "../../kernel/index.ts";
import { isVariableName } from "../../platform/index.ts";
import type { SecretReference } from "../model/secret.ts";

/** Returns the finding for an artifact that cannot be produced, at the template that the fault names, otherwise at the environment. */
export function notCompiledFinding(environment: string, fault: string): Finding {
  const template = /template (\S+\.hbs)/.exec(fault)?.[1];
  const at = startOf(template === undefined ? environmentPath(environment) : `templates/${template}`);
  return findingOf(notCompiled.at(at, { seen: "proof", fault }), notCompiled.severity, environment);
}

/** Returns the finding for a reference whose value is not available. `fault` gives the reason and contains no part of the value. */
export function notSetFinding({ source, span, pointer }: SecretReference, fault: string, environment: string): Finding {
  // A value pasted in place of a variable name would be on that line, so the line is not quoted.
  const quote = source.kind === "env" && !isVariableName(source.name) ? { quote: false as const } : {};
  return findingOf(notSet.at(placeOf(span), { fault }, { pointer, ...quote }), notSet.severity, environment);
}
