import { type Finding, findingOf, notSet, placeOf } from "../../kernel/index.ts";
import { isVariableName } from "../../platform/index.ts";
import type { SecretReference } from "../model/secret.ts";

/** Returns the finding for a reference whose value is not available. `fault` gives the reason and contains no part of the value. */
export function notSetFinding({ source, span, pointer }: SecretReference, fault: string, environment: string): Finding {
  // A value pasted in place of a variable name would be on that line, so the line is not quoted.
  const quote = source.kind === "env" && !isVariableName(source.name) ? { quote: false as const } : {};
  return findingOf(notSet.at(placeOf(span), { fault }, { pointer, ...quote }), notSet.severity, environment);
}
