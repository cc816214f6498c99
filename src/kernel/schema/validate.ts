import { withoutMoot } from "../diagnostic/because.ts";
import { projectToPlain } from "../source/plain.ts";
import { capProblems, type RuleProblem } from "../source/problem.ts";
import type { Tree } from "../source/tree.ts";
import { checkHeader, isForeign } from "./header.ts";
import type { DocumentKind } from "./kinds.ts";
import { shapeProblem, tooDeepKeys } from "./shape-problems.ts";
import {
  CompatibilityMatrix,
  ConnectorProfile,
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
  ConnectorProfile,
  FederatedSignIn,
  KitLock,
};

// The most errors of a JSON schema validator that `validate` converts into problems for one document.
const MAX_ERRORS = 1000;

/**
 * Checks a document after reading: `apiVersion`, `kind`, then the rest against its JSON schema. If `isForeign` is true for the document,
 * reports problems of `apiVersion` and `kind` only, because the schema of `kind` does not apply.
 */
export function checkDocument(kind: DocumentKind, tree: Tree): RuleProblem[] {
  const header = checkHeader(kind, tree);
  return isForeign(kind, tree) ? header : capProblems([...header, ...shapeProblems(kind, tree)]);
}

/**
 * Checks one document against its JSON schema: kinds of values, keys and choices, apart from apiVersion and kind. Skips null values, which
 * the YAML reader reports.
 * @returns problems in the order of the text, at most 50
 */
export const validate = (kind: DocumentKind, tree: Tree): RuleProblem[] => capProblems(shapeProblems(kind, tree));

function shapeProblems(kind: DocumentKind, tree: Tree): readonly RuleProblem[] {
  const validator = VALIDATORS[kind];
  const problems = [...tooDeepKeys(kind, tree)];
  const inside = new Set(problems.flatMap(({ explains = [] }) => explains.map(({ key }) => key)));
  const errors = validator(projectToPlain(tree)) ? [] : (validator.errors ?? []);
  for (const error of errors.slice(0, MAX_ERRORS)) {
    if (inside.has(error.instancePath)) continue;
    const problem = shapeProblem(kind, tree, error);
    if (problem !== null) problems.push(problem);
  }
  // a misspelled key and the required key that is missing because of it are one fault: only the misspelled key is reported
  return withoutMoot(problems);
}
