import { withoutMoot } from "../diagnostic/because.ts";
import { projectToPlain } from "../source/plain.ts";
import { capped, type RuleProblem } from "../source/problem.ts";
import type { Tree } from "../source/tree.ts";
import { checkHeader, isForeign } from "./header.ts";
import type { DocumentKind } from "./kinds.ts";
import { shapeProblem } from "./shape-problems.ts";
import {
  CompatibilityMatrix,
  ConnectorRelease,
  Environment,
  Exceptions,
  FederatedSignIn,
  KitLock,
  Site,
  type Validator,
} from "./validators.generated.mjs";

export { checkHeader } from "./header.ts";
export { API_VERSIONS, DOCUMENT_KINDS, type DocumentKind } from "./kinds.ts";
export { REQUIRED_OF_ENVIRONMENT, validateMerged } from "./merged.ts";

const VALIDATORS: Readonly<Record<DocumentKind, Validator>> = {
  Site,
  Environment,
  CompatibilityMatrix,
  Exceptions,
  ConnectorRelease,
  FederatedSignIn,
  KitLock,
};

// A document with more faults than this is told by its first ones.
const MAX_ERRORS = 1000;

/**
 * Header, then shape: what readers of files call. Of a document of an unknown version or of another kind only that is said,
 * because its shape is another one.
 */
export function checkDocument(kind: DocumentKind, tree: Tree): RuleProblem[] {
  const header = checkHeader(kind, tree);
  return isForeign(kind, tree) ? header : capped([...header, ...validate(kind, tree)]);
}

/**
 * The shape of one document: kinds of values, keys and choices, apart from apiVersion and kind. Values that are null have been
 * reported by the reader. In the order of the text, at most 50.
 */
export function validate(kind: DocumentKind, tree: Tree): RuleProblem[] {
  const validator = VALIDATORS[kind];
  if (validator(projectToPlain(tree))) return [];
  const problems: RuleProblem[] = [];
  for (const error of (validator.errors ?? []).slice(0, MAX_ERRORS)) {
    const problem = shapeProblem(kind, tree, error);
    if (problem !== null) problems.push(problem);
  }
  // a misspelled key and the one that is missing for it are one fault: the first of them asks for the second
  return capped(withoutMoot(problems));
}
