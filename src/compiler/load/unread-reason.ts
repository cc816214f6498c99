import { type RuleProblem, SITE_PATH, environmentPath } from "../../kernel/index.ts";
import type { SharedModel } from "../model/repository.ts";
import type { ReadDocument } from "./document.ts";
import { scalarAt } from "./fields.ts";

/** A look-up of the environment.yaml of other environments. */
interface Documents {
  readonly document: (name: string) => ReadDocument;
}

/** An environment that is loaded, with the problems found in it. */
interface Loaded {
  readonly name: string;
  readonly problems: readonly RuleProblem[];
}

/** Returns true for an error about the field `extends` of an environment: its value is no name or names no environment. */
export const spoilsLayers = ({ pointer, severity = "error" }: RuleProblem): boolean =>
  pointer === "/extends" && severity === "error";

/** Returns the name of the extended environment if it cannot be read, which is already reported; otherwise null. */
export function unreadParent({ tree }: ReadDocument, neighbours: Documents): string | null {
  const parent = scalarAt(tree ?? undefined, "extends")?.text;
  return parent !== undefined && neighbours.document(parent).tree === null ? parent : null;
}

/**
 * Returns in words why an environment cannot be compiled: which file cannot be read. The environment's own file is named before site.yaml,
 * and site.yaml before the file of the extended environment.
 */
export function unreadReason({ name, problems }: Loaded, { site }: SharedModel, neighbours: Documents): string {
  const document = neighbours.document(name);
  const isOwn = document.tree === null || problems.some(spoilsLayers);
  if (!isOwn && !site) return `${SITE_PATH} cannot be read as a site`;
  return `${environmentPath((!isOwn && unreadParent(document, neighbours)) || name)} cannot be read as an environment`;
}
