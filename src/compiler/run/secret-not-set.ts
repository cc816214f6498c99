import { type Finding, findingOf, notSet, placeOf } from "../../kernel/index.ts";
import { isVariableName } from "../../platform/index.ts";
import type { SecretReference } from "../model/secret.ts";

/** A reference whose value cannot be had; `fault` says why, in words that hold none of it. */
export function notSetFinding({ source, span, pointer }: SecretReference, fault: string, environment: string): Finding {
  // a value that was pasted in the place of a name stands on that line
  const quote = source.kind === "env" && !isVariableName(source.name) ? { quote: false as const } : {};
  return findingOf(notSet.at(placeOf(span), { fault }, { pointer, ...quote }), notSet.severity, environment);
}
